import { createRootRoute } from '@tanstack/react-router'
import { Table } from '#ui/Table.tsx'

export const Route = createRootRoute({ component: Table })
