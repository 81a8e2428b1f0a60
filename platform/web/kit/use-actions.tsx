import { Button } from '@mantine/core'
import { formatNumber } from '#core/number-text.ts'
import { type ReactNode, useRef, useState } from 'react'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { useNavigateTo } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { type Command, usePageCommands } from '#ui/palette-host.ts'
import { type RowAction, RowActions } from '#ui/RowActions.tsx'
import { useAnyKey } from '#ui/shortcuts.ts'
import { toast } from '#ui/toast.ts'
import { messageOf } from '../api.ts'
import { toastFailure } from '../app-errors.ts'
import {
  type Action,
  type Answer,
  blockerOf,
  applicableRows,
  leftOut,
  emptyAnswer,
  offered,
  type Outcome,
  perform,
  type Question,
  withoutEllipsis,
} from './actions.ts'
import type { Asked } from './ActionDialog.tsx'

const ActionDialog = lazyDialog(() => import('./ActionDialog.tsx').then((file) => file.ActionDialog), {
  asked: undefined,
})

interface ActionsOptions<Row extends object> {
  idOf?: (row: Row) => string
  /** A row's name, in lists of outcomes and in the command palette. */
  nameOf: (row: Row) => string
}

/** Everything that is rendered for a list of actions; `dialog` is rendered once on the page. */
export interface ActionsKit<Row extends object> {
  actions: readonly Action<Row>[]
  dialog: ReactNode
  /** Does an action: asks first if it must, announces the outcome, offers to undo it. */
  start: (action: Action<Row>, rows: readonly Row[], onDone?: () => void) => void
  /** Does the action with this id, for a button that the page renders itself. */
  begin: (id: string, rows: readonly Row[], onDone?: () => void) => void
  /** The menu of something that is not a row of a table. */
  menu: (row: Row) => ReactNode
  /** The items of a row's menu. */
  menuOf: (row: Row) => RowAction<Row>[]
  /**
   * The buttons of a page about one thing, `main` as the filled one; rare actions, and those that cannot be used now with the reason, are in a
   * menu next to them. `isPart`: for something on a page about another, which keeps the keys and the palette.
   */
  buttonsOf: (row: Row, main?: string, isPart?: boolean) => ReactNode
  /** The buttons of the bar over selected rows. */
  bulkOf: (rows: readonly Row[], onDone: () => void) => ReactNode
  /** Which selected rows the bar's buttons leave out, in sentences. */
  leftOut: (rows: readonly Row[]) => string[]
  /** Lines of the command palette for a row or several. */
  commandsOf: (rows: readonly Row[], onDone?: () => void) => Command[]
  /** Does the action of a key to a row; returns whether the key has an action. */
  press: (key: string, row: Row) => boolean
}

/** The kit of actions: one definition for a row's menu, a page's buttons, the bulk bar, keys and the command palette. */
export function useActions<Row extends object>(
  actions: readonly Action<Row>[],
  { nameOf, idOf = (row) => (row as { id: string }).id }: ActionsOptions<Row>,
): ActionsKit<Row> {
  const [asked, setAsked] = useState<Asked & { onDone?: (() => void) | undefined }>()
  const navigate = useNavigateTo()
  // Set at once, because the second press of a double click comes before anything is rendered.
  const underWay = useRef(new Set<string>())

  async function act(action: Action<Row>, rows: readonly Row[], answer: Answer): Promise<Outcome<Row>[]> {
    const outcomes: Outcome<Row>[] = await perform(action, rows, answer, { idOf, wordsOf: messageOf }).catch(
      (error: unknown) => rows.map((row) => ({ row, ok: false, why: messageOf(error), error })),
    )
    const done = outcomes.filter(({ ok }) => ok)
    if (done.length > 0 && action.done) {
      const words = action.done(done.map(({ row }) => row))
      const { undo } = action
      if (undo)
        toast.undo(
          words,
          () => {
            // One after the other, latest first, because a later one may depend on an earlier one.
            void done
              .toReversed()
              .reduce(
                (before, { row, result }) => before.then(() => undo(row, result)),
                Promise.resolve<unknown>(0),
              )
              .catch((error: unknown) => toastFailure('Could not be undone', error))
          },
          action.undoLabel,
        )
      else toast.success(words)
    }
    return outcomes
  }

  const ask = (
    action: Action<Row>,
    rows: readonly Row[],
    question: Question,
    onDone?: () => void,
    refused: readonly Outcome<Row>[] = [],
  ) =>
    setAsked({
      action: action as unknown as Action<unknown>,
      rows,
      question,
      refused,
      onDone,
    })

  function start(action: Action<Row>, rows: readonly Row[], onDone?: () => void): void {
    const [first] = rows
    if (!first) return
    if (action.href) return navigate(action.href(first))
    if (action.open) return action.open(rows, onDone)
    const question = action.ask?.(rows)
    if (question) return ask(action, rows, question, onDone)
    const pressed = [action.id, ...rows.map(idOf)].join(' ')
    if (underWay.current.has(pressed)) return
    underWay.current.add(pressed)
    const doNow = async (): Promise<void> => {
      const outcomes = await act(action, rows, emptyAnswer)
      underWay.current.delete(pressed)
      const failures = outcomes.filter(({ ok }) => !ok)
      if (failures.length < outcomes.length) onDone?.()
      if (failures.length > 0 && !action.tellsFailure)
        if (rows.length === 1)
          toastFailure(
            `Couldn’t ${withoutEllipsis(action.label).toLowerCase()}`,
            failures[0]!.error,
            failures[0]!.why,
          )
        // Each of several rows shows why, and can be tried again.
        else ask(action, rows, { title: withoutEllipsis(action.label) }, onDone, failures)
    }
    void doNow()
  }

  const commandsOf = (rows: readonly Row[], onDone?: () => void): Command[] =>
    (rows.length === 1 ? offered(actions, rows[0]!) : actions.filter(({ isBulk }) => isBulk)).flatMap(
      (action) => {
        const fits = applicableRows(action, rows)
        if (fits.length === 0) return []
        const of = rows.length === 1 ? nameOf(rows[0]!) : `${formatNumber(fits.length)} selected`
        return [
          {
            id: `action ${action.id}`,
            group: 'Actions',
            label: `${withoutEllipsis(action.label)}: ${of}`,
            ...(action.icon && { icon: action.icon }),
            action: () => start(action, fits, onDone),
          },
        ]
      },
    )

  const itemOf = (action: Action<Row>): RowAction<Row> => ({
    label: action.label,
    ...(action.icon && { icon: action.icon }),
    ...(action.danger && { danger: true }),
    ...(action.href ? { href: action.href } : { onClick: (of: Row) => start(action, [of]) }),
    disabled: (of: Row) => blockerOf(action, of) ?? false,
  })

  function press(key: string, row: Row): boolean {
    const action = offered(actions, row).find((one) => one.key === key)
    if (!action) return false
    const why = blockerOf(action, row)
    if (why) toast.info(action.label, why)
    else start(action, [row])
    return true
  }

  return {
    actions,
    start,
    begin: (id, rows, onDone) => {
      const action = actions.find((one) => one.id === id)
      if (action) start(action, rows, onDone)
    },
    menu: (row) => <RowActions row={row} name={nameOf(row)} actions={offered(actions, row).map(itemOf)} />,
    menuOf: (row) => offered(actions, row).map(itemOf),
    buttonsOf: (row, main, isPart = false) => (
      <PageButtons
        {...{ row, main, start, actions }}
        press={(key) => !isPart && press(key, row)}
        commandsOf={() => (isPart ? [] : commandsOf([row]))}
      >
        {(inMenu) => <RowActions row={row} name={nameOf(row)} actions={inMenu.map(itemOf)} />}
      </PageButtons>
    ),
    bulkOf: (rows, onDone) =>
      actions
        .filter(({ isBulk }) => isBulk)
        .map((action) => {
          const able = applicableRows(action, rows)
          const fits = action.takesAll && able.length > 0 ? rows : able
          const blocked = rows.find((row) => action.isOffered?.(row) !== false)
          if ((fits.length === 0 && !blocked) || fits.length > (action.most ?? fits.length)) return null
          return (
            <Blockable
              key={action.id}
              size="xs"
              variant={action.danger ? 'default' : 'filled'}
              label={`${withoutEllipsis(action.label)} ${able.length || ''}`.trim()}
              why={fits.length === 0 && blocked ? blockerOf(action, blocked) : undefined}
              onPress={() => start(action, fits, onDone)}
            />
          )
        }),
    leftOut: (rows) => leftOut(actions, rows),
    commandsOf,
    press,
    dialog: (
      <ActionDialog
        asked={asked}
        nameOf={nameOf as (row: unknown) => string}
        onAnswer={async ({ action }, rows, answer) => {
          const outcomes = await act(action as unknown as Action<Row>, rows as readonly Row[], answer)
          if (outcomes.some(({ ok }) => ok)) asked?.onDone?.()
          return outcomes as readonly Outcome<unknown>[]
        }}
        onClose={() => setAsked(undefined)}
      />
    ),
  }
}

/**
 * One action with a question and one button, which the page renders: returns a function that asks, and the dialog to render next to the
 * button.
 */
export function useAction<Row extends object = Record<never, never>>({
  ask,
  ...action
}: Omit<Action<Row>, 'id' | 'ask'> & { ask: (row: Row) => Question | undefined }): [
  start: (row: Row) => void,
  dialog: ReactNode,
] {
  const { begin, dialog } = useActions<Row>(
    [{ ...action, id: action.label, ask: ([row]) => row && ask(row) }],
    { nameOf: () => withoutEllipsis(action.label), idOf: () => '' },
  )
  return [(row) => begin(action.label, [row]), dialog]
}

interface PageButtonsProps<Row extends object> {
  row: Row
  main: string | undefined
  actions: readonly Action<Row>[]
  start: ActionsKit<Row>['start']
  press: (key: string) => boolean
  commandsOf: () => Command[]
  /** Renders the menu: rare actions, and those that cannot be done now. */
  children: (inMenu: readonly Action<Row>[]) => ReactNode
}

/** The actions of a page about one thing: buttons, keys anywhere on the page, and lines of the command palette. */
function PageButtons<Row extends object>({
  row,
  main,
  actions,
  start,
  press,
  commandsOf,
  children,
}: PageButtonsProps<Row>): ReactNode {
  usePageCommands(commandsOf)
  useAnyKey(press)
  const all = offered(actions, row)
  const inMenu = all.filter((action) => action.isRare || blockerOf(action, row) !== undefined)
  return (
    <>
      {all
        .filter((action) => !inMenu.includes(action))
        .map((action) => {
          const { id, label, icon: Mark, danger, href } = action
          const look = {
            variant: id === main ? ('filled' as const) : ('default' as const),
            leftSection: Mark && <Mark size={18} aria-hidden />,
          }
          return href ? (
            <LinkButton key={id} href={href(row)} {...look}>
              {label}
            </LinkButton>
          ) : (
            <Button
              key={id}
              {...look}
              {...(danger && { c: 'var(--pw-red-ink)' })}
              onClick={() => start(action, [row])}
            >
              {label}
            </Button>
          )
        })}
      {inMenu.length > 0 && children(inMenu)}
    </>
  )
}

interface BlockableProps {
  label: string
  why: string | undefined
  onPress: () => void
  variant: 'filled' | 'default'
  size?: 'xs'
  loading?: boolean
}

/** A button that can be focused while it is disabled, and says why. */
export function Blockable({ label, why, onPress, ...look }: BlockableProps): ReactNode {
  return (
    <Button
      {...look}
      {...(why && { 'data-disabled': true, 'aria-disabled': true, title: why })}
      onClick={() => (why ? toast.info(label, why) : onPress())}
    >
      {label}
    </Button>
  )
}
