import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import type { NoPatientNamed } from '#core/patient-data.ts'
import { type AskedReason, reasonProblem } from '#ui/reason.ts'

/** What a person answered before an action. */
export interface Answer {
  /** Trimmed; empty if none was given. */
  reason: string
  code: string
  /** The values of the question's own fields, by name. */
  values: Readonly<Record<string, string>>
  /** Sent to the server with the reason. */
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

/** The question before an action that cannot be undone. */
export interface Question {
  title: string
  body?: ReactNode
  /** Says what will happen: "Delete semester". Defaults to the action's label. */
  confirmLabel?: string
  /** If only some of its rows or variants are dangerous. */
  isDanger?: boolean
  /** The label of the cancel button; defaults to "Cancel". */
  cancelLabel?: string
  reason?: AskedReason & { hint?: string }
  code?: { label: string; labels: Readonly<Record<string, string>> }
  fields?: readonly QuestionField[]
}

/** The outcome for one row, if the server answers for many at once. */
export interface RowOutcome {
  id: string
  ok: boolean
  /** Why not, as a sentence. */
  why?: string | undefined
}

/**
 * An action for one row, several rows or a page. Defined once, it becomes an item of the row's menu, a button of the page, a button of the
 * bar over selected rows, a key, and a line of the command palette.
 */
export interface Action<Row> {
  id: string
  label: string
  icon?: Icon
  danger?: boolean
  /** A single key that applies it to the focused row. */
  key?: string
  /** False if it makes no sense for a row: it is left out. */
  isOffered?: (row: Row) => boolean
  /** Why it cannot be done now, as a sentence, by the same rule that the server uses: it stays, disabled, with the reason. */
  blocker?: (row: Row) => string | null | false | undefined
  /** It can be done to several rows at once. */
  isBulk?: boolean
  /** Its form says why each row is left out, so it gets all selected rows as soon as one of them fits. */
  takesAll?: boolean
  /** On a page about one thing, it is in the menu and not a button. */
  isRare?: boolean
  /** Links there instead of doing something. */
  href?: (row: Row) => string
  /** Opens a form of its own; `onDone` clears the selection it was opened for. */
  open?: (rows: readonly Row[], onDone?: () => void) => void
  /** The most rows at once; for more, it is not offered. */
  most?: number
  /** The question to ask first; undefined if none is needed. */
  ask?: (rows: readonly Row[]) => Question | undefined
  /** Does it to one row. The kit announces a thrown error as the row's outcome, so the mutation is `quiet`. */
  run?: (row: Row, answer: Answer) => Promise<unknown>
  /** Does it to all rows in one request, if the server can. */
  runMany?: (rows: readonly Row[], answer: Answer) => Promise<readonly RowOutcome[]>
  /** Its mutation announces its own failure, in words that the specification gives. */
  tellsFailure?: boolean
  /** The message when it is done; left out if the mutation has one. */
  done?: (rows: readonly Row[]) => string
  /** Undoes it; offered by the message that it is done. `result` is what `run` returned. */
  undo?: (row: Row, result: unknown) => Promise<unknown>
  /** The label for undoing it; defaults to "Undo". */
  undoLabel?: string
}

export const emptyAnswer: Answer = { reason: '', code: '', values: {}, tick: {} }

/** Why an action cannot be done to a row now; undefined if it can. */
export const blockerOf = <Row>({ blocker }: Action<Row>, row: Row): string | undefined =>
  blocker?.(row) || undefined

/** The actions that make sense for a row. */
export const offered = <Row>(actions: readonly Action<Row>[], row: Row): Action<Row>[] =>
  actions.filter(({ isOffered }) => isOffered?.(row) !== false)

/** The selected rows that an action can be done to now. */
export const applicableRows = <Row>(action: Action<Row>, rows: readonly Row[]): Row[] =>
  rows.filter((row) => action.isOffered?.(row) !== false && blockerOf(action, row) === undefined)

/** Which selected rows a bulk action leaves out, and why, in sentences; empty if all rows fit or none does. */
export function leftOut<Row>(actions: readonly Action<Row>[], rows: readonly Row[]): string[] {
  const sentences = new Map<string, string[]>()
  for (const action of actions.filter(({ isBulk, takesAll }) => isBulk && !takesAll)) {
    const reasons = rows.flatMap((row) =>
      action.isOffered?.(row) === false ? [] : (blockerOf(action, row) ?? []),
    )
    if (reasons.length === 0 || applicableRows(action, rows).length === 0) continue
    const words = `${formatNumber(reasons.length)} left out. ${[...new Set(reasons)].join(' ')}`
    sentences.set(words, [...(sentences.get(words) ?? []), withoutEllipsis(action.label)])
  }
  return [...sentences].map(([words, labels]) => `${labels.join(', ')}: ${words}`)
}

/** A label without the ellipsis that announces a question. */
export const withoutEllipsis = (label: string): string => label.replace(/…$/, '')

/** What is wrong with an answer, by the name of its field; empty if it is complete. */
export function missingIn(question: Question, { reason, code, values }: Answer): Record<string, string> {
  const { reason: asked, fields = [] } = question
  const ofReason = asked && reasonProblem(reason, asked)
  return {
    ...(question.code && !code && { code: 'Choose one.' }),
    ...(ofReason && { reason: ofReason }),
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
  /** It was about an old version of the row, or one that is gone: the same request is refused again. */
  isOld?: boolean
  error?: unknown
  result?: unknown
}

/** True if a request was about a version that others have changed since, or about something that is gone. */
function isAboutOld(error: unknown): boolean {
  const { status, data } = error as { status?: number; data?: { kind?: unknown; code?: unknown } }
  return status === 404 || data?.kind === 'version' || String(data?.code).endsWith('.old_version')
}

/**
 * Applies an action to rows, one after the other or all in one request, and returns the outcome of each. `idOf` matches a row to the
 * server's answer; `wordsOf` turns a thrown error into a sentence.
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
      outcomes.push({ row, ok: false, why: wordsOf(error), isOld: isAboutOld(error), error })
    }
  return outcomes
}
