import pg from 'pg'
import { fakeShift } from '#features/shifts/fake.ts'

export const rows = [fakeShift, pg]
