import { Shell } from "./shell/Shell.tsx";
import { Table } from "./table/Table.tsx";

/** The page. */
export function App() {
  return (
    <Shell>
      <Table />
    </Shell>
  );
}
