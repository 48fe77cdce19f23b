import type { DescField } from "@bufbuild/protobuf";

/**
 * Where the protos do not say all about the JSON of answers. The options of the
 * plugin tell them, by the names of the protos.
 */
export class Exceptions {
  /** Enumerations whose zero value is sent. */
  readonly zero = new Set<string>();
  /** Lists that some answers leave out. */
  readonly absent = new Set<string>();
  /** Messages that no answer leaves out. */
  readonly present = new Set<string>();

  constructor(options: { key: string; value: string }[]) {
    for (const { key, value } of options) {
      if (key !== "zero" && key !== "absent" && key !== "present") {
        throw new Error(`unknown option ${key}`);
      }
      this[key].add(value);
    }
  }

  /** Whether a message is in every answer that could hold it. */
  alwaysHolds(field: DescField): boolean {
    return field.fieldKind === "message" && this.present.has(nameOf(field));
  }

  /** Whether answers may leave a field out. They hold zeros and empty lists, but nothing that is not there. */
  mayLack(field: DescField): boolean {
    switch (field.fieldKind) {
      case "list":
      case "map":
        return this.absent.has(nameOf(field));
      case "message":
        return !this.present.has(nameOf(field));
      default:
        return field.proto.proto3Optional;
    }
  }
}

function nameOf(field: DescField): string {
  return `${field.parent.typeName}.${field.name}`;
}
