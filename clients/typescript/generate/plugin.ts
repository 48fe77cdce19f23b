// A plugin for buf. It writes the JSON of the service as TypeScript: a type for
// every message and enumeration, and a method for every call that speaks JSON.
import { createEcmaScriptPlugin, runNodeJs } from "@bufbuild/protoplugin";
import { readCalls } from "./call.js";
import { writeCalls } from "./calls-file.js";
import { Exceptions } from "./exceptions.js";
import { writeTypes } from "./types-file.js";

runNodeJs(
  createEcmaScriptPlugin<{ exceptions: Exceptions }>({
    name: "protoc-gen-talon",
    version: "v1",
    parseOptions: (options) => ({ exceptions: new Exceptions(options) }),
    generateTs(schema) {
      const calls = readCalls(schema);
      const { exceptions } = schema.options;
      writeTypes(schema.generateFile("types.ts"), schema, calls, exceptions);
      writeCalls(schema.generateFile("calls.ts"), calls, exceptions);
    },
  }),
);
