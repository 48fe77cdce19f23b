import { type DescEnum, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import type { GeneratedFile, Schema } from "@bufbuild/protoplugin";
import type { Call } from "./call.js";
import { comment } from "./comment.js";
import type { Exceptions } from "./exceptions.js";
import { optionReader } from "./option.js";

// The value REQUIRED of google.api.FieldBehavior.
const REQUIRED = 2;

/**
 * Writes a type for every enumeration, and for every message that the calls use. A
 * message that stands in requests and in answers gets two types: in a request most
 * fields may be left out, in an answer most are always there.
 */
export function writeTypes(file: GeneratedFile, schema: Schema, calls: Call[], exceptions: Exceptions): void {
  const asked = reach(calls.map(({ method }) => method.input));
  const answered = reach(calls.map(({ method }) => method.output));
  const behavior = optionReader<DescField, number[]>(schema, "google.api.field_behavior");

  const inputName = (message: DescMessage) => typeName(message) + (answered.has(message) ? "Input" : "");

  function scalar(field: DescField, input: boolean): string {
    const of =
      field.fieldKind === "list" ? field.listKind : field.fieldKind === "map" ? field.mapKind : field.fieldKind;
    if (of === "enum") {
      return typeName(field.enum as DescEnum);
    }
    if (of === "message") {
      const message = field.message as DescMessage;
      return input ? inputName(message) : typeName(message);
    }
    return scalarType(field.scalar as ScalarType);
  }

  function fieldType(field: DescField, input: boolean): string {
    const type = scalar(field, input);
    const readonly = input ? "readonly " : "";
    switch (field.fieldKind) {
      case "list":
        return `${readonly}${type}[]`;
      case "map":
        return `{ ${readonly}[key: string]: ${type} }`;
      default:
        return type;
    }
  }

  function writeInput(message: DescMessage): void {
    file.print();
    file.print(comment(message, ""));
    file.print("export interface ", inputName(message), " {");
    for (const field of message.fields) {
      file.print(comment(field, "  "));
      const required = behavior(field)?.includes(REQUIRED);
      const type = fieldType(field, true);
      file.print("  ", field.jsonName, required ? `: ${type};` : `?: ${type} | undefined;`);
    }
    file.print("}");
  }

  function writeAnswer(message: DescMessage): void {
    file.print();
    file.print(comment(message, ""));
    file.print("export interface ", typeName(message), " {");
    for (const field of message.fields) {
      file.print(comment(field, "  "));
      file.print("  ", field.jsonName, exceptions.mayLack(field) ? "?: " : ": ", fieldType(field, false), ";");
    }
    file.print("}");
  }

  function writeEnum(from: DescEnum): void {
    file.print();
    file.print(comment(from, ""));
    file.print("export type ", typeName(from), " =");
    const values = from.values.filter((value) => value.number !== 0 || exceptions.zero.has(from.typeName));
    values.forEach((value, i) => {
      file.print(comment(value, "  "));
      file.print('  | "', value.name, '"', i === values.length - 1 ? ";" : "");
    });
  }

  function writeMessage(message: DescMessage): void {
    for (const nested of message.nestedEnums) {
      writeEnum(nested);
    }
    for (const nested of message.nestedMessages) {
      writeMessage(nested);
    }
    if (answered.has(message)) {
      writeAnswer(message);
    }
    if (asked.has(message)) {
      writeInput(message);
    }
  }

  file.print("// Written by `npm run generate` from the protos of the service. Not to be edited.");
  for (const from of schema.files) {
    for (const type of from.enums) {
      writeEnum(type);
    }
    for (const message of from.messages) {
      writeMessage(message);
    }
  }
}

/** The name of a message or an enumeration in TypeScript: "Game.Status" is GameStatus. */
export function typeName(type: DescMessage | DescEnum): string {
  return (type.parent ? typeName(type.parent) : "") + type.name;
}

// reach adds to messages all that they hold.
function reach(messages: DescMessage[]): Set<DescMessage> {
  const reached = new Set<DescMessage>();
  const visit = (message: DescMessage) => {
    if (reached.has(message)) {
      return;
    }
    reached.add(message);
    for (const field of message.fields) {
      if (field.message !== undefined) {
        visit(field.message);
      }
    }
  };
  messages.forEach(visit);
  return reached;
}

// scalarType is the type that a scalar has in JSON, where numbers of 64 bits are
// written as strings.
function scalarType(type: ScalarType): string {
  switch (type) {
    case ScalarType.STRING:
      return "string";
    case ScalarType.BOOL:
      return "boolean";
    case ScalarType.INT32:
    case ScalarType.UINT32:
    case ScalarType.DOUBLE:
      return "number";
    case ScalarType.INT64:
    case ScalarType.UINT64:
      return "string";
    default:
      throw new Error(`no JSON type is known for ${ScalarType[type]}`);
  }
}
