import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isEmail } from '#core/email.ts'
import { asUpload } from '#platform/web/api.ts'
import type { ImportRow, InviteeFact, KnownCohort } from '../contract.ts'
import {
  type Columns,
  columnsProblem,
  headingKey,
  headingsOf,
  matchColumns,
  readTable,
  type ReadTable,
  rowEmail,
} from '../rules.ts'
import { invitations } from './queries.ts'
import { readFile } from './read-file.ts'

/** The rows read, with those that another system's reader left out (row → why) and its notes on the files. */
export type Roster = ReadTable & {
  leftOut?: Record<number, string>
  notes?: string[]
  /** The file's cells, if its columns can be chosen. */
  table?: readonly (readonly string[])[]
}
/** Reads files other than a single plain CSV, several at once; provided by a feature that depends on this one. */
export type ReadFiles = (files: readonly File[]) => Promise<Roster>

/** The rows of a file, with its columns and what the school knows of its addresses; the user may correct them. */
export function useRoster(schoolId: string | null, readOthers: ReadFiles | undefined) {
  const [rows, setRows] = useState<ImportRow[]>()
  const [roster, setRoster] = useState<Roster>()
  const [problem, setProblem] = useState<string>()
  /** The file whose columns the user is choosing. */
  const [choosing, setChoosing] = useState<{ roster: Roster; columns: Columns }>()
  const known = useKnownStudents(schoolId)
  const client = useQueryClient()
  const remember = useMutation({
    ...invitations.rememberColumns.mutationOptions(),
    meta: { failed: 'Your choice of columns could not be remembered', touches: [invitations.columns.key()] },
  })
  const show = async (read: Roster) => {
    setChoosing(undefined)
    if (read.problem) return setProblem(read.problem)
    setRows(read.rows)
    setRoster(read)
    await known.learn(read.rows)
  }
  return {
    rows,
    setRows,
    roster,
    problem,
    choosing,
    known,
    /** True if choosing the file again would lose corrections to its rows. */
    isCorrected: rows !== undefined && rows !== roster?.rows,
    async open(files: File[]): Promise<void> {
      const [file] = files
      if (!file) return
      setProblem(undefined)
      const read: Roster = readOthers ? await readOthers(files) : await readFile(file)
      const found = read.table && headingsOf(read.table)
      if (!found || !read.table || (read.problem && !read.needsColumns)) return show(read)
      // If the saved choices can't be loaded, the user chooses again.
      const { columns: remembered } = await client
        .fetchQuery(invitations.columns.queryOptions({ input: { school_id: schoolId! } }))
        .catch(() => ({ columns: {} }))
      const columns = matchColumns(found.headings, remembered)
      const again: Roster = { ...read, ...readTable(read.table, columns), table: read.table }
      if (columnsProblem(columns)) return setChoosing({ roster: again, columns })
      await show(again)
    },
    /** Reads the file again with these columns, and remembers them for the school's next file. */
    async choose(read: Roster, columns: Columns): Promise<void> {
      const { headings = [] } = headingsOf(read.table!) ?? {}
      const chosen = headings.flatMap((heading, at) => {
        const key = headingKey(heading).slice(0, 120)
        return key === '' ? [] : [[key, columns[at] ?? null] as const]
      })
      remember.mutate({ school_id: schoolId!, columns: Object.fromEntries(chosen) })
      await show({ ...read, ...readTable(read.table!, columns), table: read.table! })
    },
    /** Lets the user choose the columns of the file again; its rows are as they were read. */
    chooseAgain(of: Roster): void {
      const found = headingsOf(of.table!)
      setRows(of.rows)
      if (found) setChoosing({ roster: of, columns: matchColumns(found.headings) })
    },
    startOver(): void {
      setRows(undefined)
      setChoosing(undefined)
      known.forget()
    },
  }
}

/** What the school knows of the addresses in a file, and its cohorts. */
function useKnownStudents(schoolId: string | null) {
  const check = useMutation({
    ...invitations.check.mutationOptions(asUpload),
    meta: { quiet: true },
    retry: false,
  })
  const [facts, setFacts] = useState<Record<string, InviteeFact>>({})
  const [cohorts, setCohorts] = useState<KnownCohort[]>()
  return {
    facts,
    /** Undefined until they are loaded. */
    cohorts,
    check,
    /** Loads what is not known yet; on a failure, `check` has the error. */
    async learn(of: ImportRow[]): Promise<void> {
      const emails = [...new Set(of.map(rowEmail))].filter((email) => isEmail(email) && !(email in facts))
      const answer = await check.mutateAsync({ school_id: schoolId!, emails }).catch(() => null)
      if (!answer) return
      setFacts((known) => ({ ...known, ...answer.facts }))
      setCohorts(answer.cohorts)
    },
    forget(): void {
      setFacts({})
      check.reset()
    },
  }
}
