import { fileURLToPath } from "node:url";

/** The folder of the package. The tests run in build/test. */
export const root = fileURLToPath(new URL("../..", import.meta.url));
