import type { DescEnum, DescEnumValue, DescField, DescMessage, DescMethod } from "@bufbuild/protobuf";
import { getComments } from "@bufbuild/protoplugin";

/** Takes the comment of a declaration in the protos over as a doc comment. */
export function comment(
  from: DescMessage | DescField | DescEnum | DescEnumValue | DescMethod,
  indentation: string,
): string {
  const text = getComments(from).leading;
  if (text === undefined) {
    throw new Error(`${from} has no comment`);
  }
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => line.trimStart().replaceAll("*/", "* /"));
  if (lines.length === 1) {
    return `${indentation}/** ${lines[0]} */`;
  }
  return [`${indentation}/**`, ...lines.map((line) => `${indentation} * ${line}`.trimEnd()), `${indentation} */`].join(
    "\n",
  );
}
