// Sends the worked examples of the calls, and closes the table of contents once it was used.
'use strict';

// target builds the URL of a call from the fields of its parameters.
function target(path, inputs) {
  const query = [];
  for (const { name, value } of inputs) {
    if (path.includes('{' + name + '}')) {
      path = path.replace('{' + name + '}', encodeURIComponent(value));
    } else {
      for (const pair of value.split('&').filter(Boolean)) {
        const [key, ...rest] = pair.split('=');
        query.push('options[' + encodeURIComponent(key) + ']=' + encodeURIComponent(rest.join('=')));
      }
    }
  }
  return query.length ? path + '?' + query.join('&') : path;
}

async function answerOf(method, url, body) {
  try {
    const response = await fetch(url, body === undefined ? { method }
      : { method, body, headers: { 'content-type': 'application/json' } });
    const text = await response.text();
    let shown = text;
    try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch { /* Shown as it came. */ }
    return response.status + ' ' + response.statusText + '\n' + shown;
  } catch (error) {
    return String(error);
  }
}

for (const trial of document.querySelectorAll('.trial')) {
  const button = trial.querySelector('button');
  const sent = trial.querySelector('.sent');
  button.hidden = false;
  button.addEventListener('click', async () => {
    sent.hidden = false;
    sent.textContent = '…';
    const url = target(trial.dataset.path, trial.querySelectorAll('input'));
    sent.textContent = await answerOf(trial.dataset.method, url, trial.querySelector('textarea')?.value);
  });
}

const contents = document.getElementById('contents');
contents.addEventListener('click', (event) => {
  if (event.target.closest('a') && contents.matches(':popover-open')) contents.hidePopover();
});
