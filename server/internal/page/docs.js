// Shows /openapi.json: every call with its example, which can be changed and sent, and every message.
'use strict';

// What the parameters of the GET routes are tried with.
const samples = { variant: 'klondike', number: '12345', 'options[string]': 'draw=1' };

const place = (id) => document.getElementById(id);

// make builds an element; text is never read as markup.
function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children.filter((child) => child != null));
  return element;
}

// prose makes paragraphs of a description; what stands in backticks is code.
const prose = (text) => make('div', {}, ...(text || '').split(/\n\s*\n/).filter(Boolean).map((paragraph) =>
  make('p', {}, ...paragraph.split('`').map((part, i) => i % 2 ? make('code', {}, part) : part))));

const pretty = (value) => make('pre', {}, JSON.stringify(value, null, 2));

const folded = (title, content) => make('details', {}, make('summary', {}, title), content);

const anchorOf = (reference) => 'type-' + reference.replace('#/definitions/', '');

const shortName = (reference) => reference.replace('#/definitions/', '').replace('solitaire.v1.', '');

// typeOf describes a type, with a link where it is a message.
function typeOf(schema) {
  const reference = schema.$ref || schema.allOf?.[0]?.$ref;
  if (reference) return make('a', { href: '#' + anchorOf(reference) }, shortName(reference));
  if (schema.type === 'array') return make('span', {}, 'list of ', typeOf(schema.items));
  if (schema.additionalProperties) return make('span', {}, 'map of ', typeOf(schema.additionalProperties));
  return make('span', {}, schema.format || schema.type || 'any');
}

function fields(schema) {
  const required = new Set(schema.required);
  const rows = Object.entries(schema.properties || {}).map(([name, field]) => make('tr', {},
    make('td', {}, make('code', {}, name)),
    make('td', {}, typeOf(field), required.has(name) ? ', required' : null),
    make('td', {}, prose(field.description))));
  return make('table', {}, ...rows);
}

function message(name, schema) {
  const section = make('section', { id: anchorOf(name) },
    make('h3', {}, shortName(name)),
    prose(schema.description));
  if (schema.enum) section.append(make('p', {}, make('code', {}, schema.enum.join(', '))));
  if (schema.properties) section.append(fields(schema));
  return section;
}

// target builds the URL of a call from the values of its parameters.
function target(path, inputs) {
  const query = [];
  for (const [name, input] of Object.entries(inputs)) {
    if (path.includes('{' + name + '}')) {
      path = path.replace('{' + name + '}', encodeURIComponent(input.value));
    } else if (input.value) {
      for (const pair of input.value.split('&')) {
        const [key, value = ''] = pair.split('=');
        query.push('options[' + encodeURIComponent(key) + ']=' + encodeURIComponent(value));
      }
    }
  }
  return query.length ? path + '?' + query.join('&') : path;
}

async function send(method, url, body, answer) {
  try {
    const response = await fetch(url, body === undefined ? { method }
      : { method, body, headers: { 'content-type': 'application/json' } });
    const text = await response.text();
    let shown = text;
    try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch { /* Shown as it came. */ }
    answer.textContent = response.status + ' ' + response.statusText + '\n' + shown;
  } catch (error) {
    answer.textContent = String(error);
  }
}

// trial is the form from which a call can be sent.
function trial(api, method, path, parameters) {
  const inputs = {};
  const form = make('div', {}, make('h3', {}, 'Try it'));
  let body;
  for (const parameter of parameters) {
    if (parameter.in === 'body') {
      const schema = api.definitions[parameter.schema.$ref.replace('#/definitions/', '')];
      body = make('textarea', { value: JSON.stringify(schema.example || {}, null, 2), spellcheck: false });
      form.append(body, make('p', {}, 'The fields: ', typeOf(parameter.schema)));
    } else {
      const input = make('input', { value: samples[parameter.name] || '', spellcheck: false });
      inputs[parameter.name] = input;
      form.append(make('label', {}, make('code', {}, parameter.name), ' ', input, ' ', parameter.description || ''));
    }
  }
  const answer = make('pre', { hidden: true });
  const button = make('button', { type: 'button' }, 'Send');
  button.addEventListener('click', () => {
    answer.hidden = false;
    answer.textContent = '…';
    send(method, target(path, inputs), body?.value, answer);
  });
  form.append(button, answer);
  return form;
}

function call(api, method, path, operation) {
  const section = make('section', {},
    make('h2', { id: operation.operationId }, make('span', { className: 'method' }, method), ' ', make('code', {}, path)),
    make('p', {}, make('strong', {}, operation.summary || '')),
    prose(operation.description),
    trial(api, method, path, operation.parameters || []));
  for (const [status, response] of Object.entries(operation.responses)) {
    const example = response.examples?.['application/json'];
    if (example) section.append(folded(status === '200' ? 'An answer' : 'A refusal', pretty(example)));
    if (status === '200' && response.schema) section.append(make('p', {}, 'The answer: ', typeOf(response.schema)));
  }
  return section;
}

async function show() {
  const api = await (await fetch('/openapi.json')).json();
  place('title').textContent = api.info.title + ' ' + api.info.version + ': the calls';
  place('about').append(prose(api.info.description));
  const list = make('ul');
  for (const [path, operations] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      list.append(make('li', {}, make('a', { href: '#' + operation.operationId },
        method.toUpperCase() + ' ' + path), ' ', operation.summary || ''));
      place('calls').append(call(api, method.toUpperCase(), path, operation));
    }
  }
  place('contents').append(list);
  for (const [name, schema] of Object.entries(api.definitions)) place('types').append(message(name, schema));
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

show().catch((error) => place('calls').append(make('pre', {}, String(error))));
