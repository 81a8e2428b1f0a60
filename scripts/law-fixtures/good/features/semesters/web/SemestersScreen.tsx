import { Table } from '#ui/Table.tsx'
import { isCurrent } from '../rules.ts'
import { semesters } from './queries.ts'

export const SemestersScreen = () => [Table(), semesters(), isCurrent('student')]
