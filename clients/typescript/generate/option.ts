import { type DescExtension, type DescField, type DescMethod, getOption, hasOption } from "@bufbuild/protobuf";
import type { Schema } from "@bufbuild/protoplugin";

/**
 * Returns a reader of an option that the protos import, such as "google.api.http".
 * It answers undefined where a declaration does not have the option.
 */
export function optionReader<Desc extends DescField | DescMethod, Value>(
  schema: Schema,
  name: string,
): (of: Desc) => Value | undefined {
  const option = schema.allFiles.flatMap((file) => file.extensions).find((extension) => extension.typeName === name);
  if (option === undefined) {
    throw new Error(`the protos do not import ${name}`);
  }
  // The type of an option that was found by its name is known to nobody else.
  const read = getOption as (of: Desc, option: DescExtension) => Value;
  const has = hasOption as (of: Desc, option: DescExtension) => boolean;
  return (of) => (has(of, option) ? read(of, option) : undefined);
}
