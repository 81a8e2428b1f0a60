import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import type { NoPatientNamed } from '#core/patient-data.ts'

/** What a person said before an action. */
export interface Answer {
  /** Trimmed; empty where none was given. */
  reason: string
  code: string
  /** Of the question's own fields, by their names. */
  values: Readonly<Record<string, string>>
  /** Goes with the reason to the server. */
  tick: NoPatientNamed
}

export interface QuestionField {
  name: string
  label: string
  kind: 'text' | 'number' | 'date' | 'choice'
  isRequired?: boolean
  description?: string
  options?: readonly { value: string; label: string }[]
  initial?: string
}

/** What is asked before an action that the server cannot take back. */
export interface Question {
  title: string
  body?: ReactNode
  /** Says what will happen: "Delete semester". The action's label unless told. */
  confirmLabel?: string
  /** Where only some of its rows or ways are dangerous. */
  isDanger?: boolean
  /** What leaving it is called; "Cancel" unless told. */
  cancelLabel?: string
  reason?: {
    label: string
    isRequired?: boolean
    minLength?: number
    hint?: string
    placeholder?: string
  }
  code?: { label: string; labels: Readonly<Record<string, string>> }
  fields?: readonly QuestionField[]
}

/** How it went with one row, where the server answers for many at once. */
export interface RowOutcome {
  id: string
  ok: boolean
  /** Why not, in words. */
  why?: string | undefined
}

/**
 * Something a person does to a row, to several or to a page; said once, it is an item of the row's menu, a button of the page, of the bar
 * over selected rows, a key, and a line of the command palette.
 */
export interface Action<Row> {
  id: string
  label: string
  icon?: Icon
  danger?: boolean
  /** A single key that does it to the row that has the focus. */
  key?: string
  /** False where it has no meaning for a row: it is left out. */
  isOffered?: (row: Row) => boolean
  /** Why it cannot be done now, in words, by the rule that the server refuses by: it stays, disabled, with the reason. */
  blocker?: (row: Row) => string | null | false | undefined
  /** It can be done to several rows at once. */
  isBulk?: boolean
  /** Its form says of each row why it is left out: it gets all that are selected, as soon as one of them fits. */
  takesAll?: boolean
  /** On a page about one thing it is in the menu, not a button. */
  isRare?: boolean
  /** Leads there instead of doing something. */
  href?: (row: Row) => string
  /** Opens a form of its own; `onDone` clears what was selected for it. */
  open?: (rows: readonly Row[], onDone?: () => void) => void
  /** To so many at once at most; of more it is not offered. */
  most?: number
  /** Asked first; undefined where nothing needs to be said. */
  ask?: (rows: readonly Row[]) => Question | undefined
  /** Does it to one row; what it throws is the row's outcome, which the kit tells: the mutation is `quiet`. */
  run?: (row: Row, answer: Answer) => Promise<unknown>
  /** Does it to all of them in one request, where the server can. */
  runMany?: (rows: readonly Row[], answer: Answer) => Promise<readonly RowOutcome[]>
  /** Its mutation tells by itself why it failed, in words that the specification gives. */
  tellsFailure?: boolean
  /** Said when it is done; left out where the mutation says it. */
  done?: (rows: readonly Row[]) => string
  /** Takes it back: the message that says it is done offers it. `result` is what `run` gave. */
  undo?: (row: Row, result: unknown) => Promise<unknown>
  /** What taking it back is called; "Undo" unless told. */
  undoLabel?: string
}

export const noAnswer: Answer = { reason: '', code: '', values: {}, tick: {} }

/** Why an action cannot be done to a row now; undefined where it can. */
export const blockerOf = <Row>({ blocker }: Action<Row>, row: Row): string | undefined =>
  blocker?.(row) || undefined

/** The actions that mean something for a row. */
export const offered = <Row>(actions: readonly Action<Row>[], row: Row): Action<Row>[] =>
  actions.filter(({ isOffered }) => isOffered?.(row) !== false)

/** Those of the selected rows that an action can be done to now. */
export const fitting = <Row>(action: Action<Row>, rows: readonly Row[]): Row[] =>
  rows.filter((row) => action.isOffered?.(row) !== false && blockerOf(action, row) === undefined)

/** What of the selected rows an action of several leaves out, and why, in words; nothing where all fit or none does. */
export function leftOut<Row>(actions: readonly Action<Row>[], rows: readonly Row[]): string[] {
  const sentences = new Map<string, string[]>()
  for (const action of actions.filter(({ isBulk, takesAll }) => isBulk && !takesAll)) {
    const reasons = rows.flatMap((row) =>
      action.isOffered?.(row) === false ? [] : (blockerOf(action, row) ?? []),
    )
    if (reasons.length === 0 || fitting(action, rows).length === 0) continue
    const words = `${formatNumber(reasons.length)} left out. ${[...new Set(reasons)].join(' ')}`
    sentences.set(words, [...(sentences.get(words) ?? []), withoutDots(action.label)])
  }
  return [...sentences].map(([words, labels]) => `${labels.join(', ')}: ${words}`)
}

/** A label without the dots that say that a question follows. */
export const withoutDots = (label: string): string => label.replace(/…$/, '')

/** What is wrong with an answer, by the name of its field; empty where all is said. */
export function missingIn(question: Question, { reason, code, values }: Answer): Record<string, string> {
  const { reason: asked, fields = [] } = question
  const fewest = asked?.isRequired ? (asked.minLength ?? 3) : 0
  return {
    ...(question.code && !code && { code: 'Choose one.' }),
    ...(reason.length < fewest && {
      reason: fewest === 1 ? `${asked!.label} is required.` : `Write at least ${fewest} characters.`,
    }),
    ...Object.fromEntries(
      fields.flatMap(({ name, isRequired, label }) =>
        isRequired && !values[name]?.trim() ? [[name, `${label} is required.`]] : [],
      ),
    ),
  }
}

export interface Outcome<Row> {
  row: Row
  ok: boolean
  why?: string | undefined
  result?: unknown
}

/**
 * Does an action to rows, one after the other or all in one request, and says of each how it went. `idOf` finds a row of the server's
 * answer; `wordsOf` words what was thrown.
 */
export async function perform<Row>(
  { run, runMany }: Action<Row>,
  rows: readonly Row[],
  answer: Answer,
  { idOf, wordsOf }: { idOf: (row: Row) => string; wordsOf: (error: unknown) => string },
): Promise<Outcome<Row>[]> {
  if (runMany) {
    const answers = await runMany(rows, answer)
    return rows.map((row) => {
      const found = answers.find(({ id }) => id === idOf(row))
      return { row, ok: found?.ok ?? false, why: found ? found.why : 'It was not done.' }
    })
  }
  const outcomes: Outcome<Row>[] = []
  for (const row of rows)
    try {
      outcomes.push({ row, ok: true, result: await run?.(row, answer) })
    } catch (error) {
      outcomes.push({ row, ok: false, why: wordsOf(error) })
    }
  return outcomes
}
