import { Table } from '#ui/Table.tsx' // bad

export const Route = { component: Table }
