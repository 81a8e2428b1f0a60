import { fakeShift } from '#features/shifts/fake.ts'
import { columns } from '#features/shifts/web/columns.ts' // bad

export const rows = [fakeShift, columns]
