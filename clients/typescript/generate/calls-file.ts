import type { GeneratedFile } from "@bufbuild/protoplugin";
import type { Call } from "./call.js";
import { comment } from "./comment.js";
import type { Exceptions } from "./exceptions.js";
import { typeName } from "./types-file.js";

/** Writes a class with one method for each call, and the table of their routes. */
export function writeCalls(file: GeneratedFile, calls: Call[], exceptions: Exceptions): void {
  const types = new Set(calls.flatMap(({ method }) => [typeName(method.input), typeName(method.output)]));
  file.print("// Written by `npm run generate` from the protos of the service. Not to be edited.");
  file.print('import type { CallOptions } from "../call-options.js";');
  file.print("import type {");
  for (const name of [...types].sort()) {
    file.print("  ", name, ",");
  }
  file.print('} from "./types.js";');
  file.print();
  file.print("/** Where a call goes: its name in the protos, its HTTP method and path, and what comes back. */");
  file.print("export interface Route {");
  file.print("  readonly rpc: string;");
  file.print('  readonly verb: "GET" | "POST";');
  file.print("  /** The path; a field of the request stands in braces: `/v1/variants/{variant}`. */");
  file.print("  readonly path: string;");
  file.print("  /** The fields of every answer that hold a message. */");
  file.print("  readonly holds: readonly string[];");
  file.print("  /** The fields of some answers that hold a message. */");
  file.print("  readonly may: readonly string[];");
  file.print("}");
  file.print();
  file.print("/** The routes of all calls, by the names of their methods. */");
  file.print("export const routes = {");
  for (const { method, verb, path } of calls) {
    const messages = method.output.fields.filter((field) => field.fieldKind === "message");
    const named = (always: boolean) =>
      messages
        .filter((field) => exceptions.alwaysHolds(field) === always)
        .map((field) => `"${field.jsonName}"`)
        .join(", ");
    file.print(
      "  ",
      method.localName,
      `: { rpc: "${method.name}", verb: "${verb}", path: "${path}", holds: [${named(true)}], may: [${named(false)}] },`,
    );
  }
  file.print("} as const satisfies Record<string, Route>;");
  file.print();
  file.print("/** The calls of both services. How one is made is up to the class that extends this one. */");
  file.print("export abstract class Calls {");
  file.print(
    "  protected abstract ask<Answer>(route: Route, request: object, options?: CallOptions): Promise<Answer>;",
  );
  file.print();
  file.print("  protected abstract watch<Answer>(");
  file.print("    route: Route,");
  file.print("    request: object,");
  file.print("    options?: CallOptions,");
  file.print("  ): AsyncGenerator<Answer, void, undefined>;");
  for (const { method } of calls) {
    const input = typeName(method.input);
    const output = typeName(method.output);
    const request = method.input.fields.length > 0 ? `request: ${input}` : `request: ${input} = {}`;
    file.print();
    file.print(comment(method, "  "));
    const name = method.localName;
    switch (method.methodKind) {
      case "unary":
        file.print("  ", name, "(", request, ", options?: CallOptions): Promise<", output, "> {");
        file.print("    return this.ask(routes.", name, ", request, options);");
        break;
      case "server_streaming":
        file.print(
          "  ",
          name,
          "(",
          request,
          ", options?: CallOptions): AsyncGenerator<",
          output,
          ", void, undefined> {",
        );
        file.print("    return this.watch(routes.", name, ", request, options);");
        break;
      default:
        throw new Error(`${method}: a stream of requests cannot be sent as JSON`);
    }
    file.print("  }");
  }
  file.print("}");
}
