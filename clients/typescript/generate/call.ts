import type { DescMethod } from "@bufbuild/protobuf";
import type { Schema } from "@bufbuild/protoplugin";
import { optionReader } from "./option.js";

/** A method of a service that can be called with JSON. */
export interface Call {
  method: DescMethod;
  verb: "GET" | "POST";
  /** The path, with the fields of the request that stand in it: "/v1/variants/{variant}". */
  path: string;
}

// What is read of google.api.HttpRule.
interface HttpRule {
  pattern: { case: string; value: string };
  body: string;
}

/** Lists the methods that have an HTTP route, in the order of the protos. */
export function readCalls(schema: Schema): Call[] {
  const http = optionReader<DescMethod, HttpRule>(schema, "google.api.http");
  const calls: Call[] = [];
  for (const method of schema.files.flatMap((file) => file.services).flatMap((service) => service.methods)) {
    const rule = http(method);
    if (rule !== undefined) {
      calls.push({ method, ...route(method, rule) });
    }
  }
  return calls;
}

// route takes the two kinds of routes that there are: everything in the body, or
// nothing but fields in the path.
function route(method: DescMethod, { pattern: { case: verb, value: path }, body }: HttpRule): Omit<Call, "method"> {
  if (verb === "post" && body === "*" && !path.includes("{")) {
    return { verb: "POST", path };
  }
  if (verb === "get" && body === "" && method.input.fields.every((field) => path.includes(`{${field.name}}`))) {
    return { verb: "GET", path };
  }
  throw new Error(`${method}: the client cannot take the route ${verb} ${path} with the body "${body}"`);
}
