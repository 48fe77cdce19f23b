import { Table } from "./table/Table.tsx";

/** The page. */
export function App() {
  return <Table />;
}
