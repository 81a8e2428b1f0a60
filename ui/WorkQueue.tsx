import { IconChevronDown, IconCircleCheck } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, Suspense, useId, useState } from 'react'

import { formatNumber } from '#core/number-text.ts'
import { undoLast, usePendingSend } from './send-with-undo.ts'
import { Link } from './Link.tsx'
import { LinkButton } from './LinkButton.tsx'
import { PlainButton } from './PlainButton.tsx'
import { singleKeys } from './shortcuts.ts'
import { Skeletons } from './Skeletons.tsx'
import classes from './WorkQueue.module.css'

/** An action on a line without leaving the list. */
export interface WorkAction {
  label: string
  /** For assistive technology, if the label does not name the thing. */
  name?: string
  onPress: () => void
}

export interface WorkItem {
  id: string
  /** How many; an item with none is left out. */
  count: number
  /** What needs attention, without the number: "shifts without an instructor". */
  label: string
  /** The name of one thing, in place of number and label: "Northwoods · Complex Care". */
  title?: ReactNode
  /** One more line, if the label does not say enough. */
  detail?: ReactNode
  /** Late, or blocking someone else. The caller lists these first. */
  isUrgent?: boolean
  /** The page to work on it, and the label of the button that opens it. */
  href?: string
  action?: string
  /** Actions without leaving the list, the usual one first. */
  actions?: readonly WorkAction[]
  /** Content to work on in the list: rendered when the line is opened. */
  content?: () => ReactNode
}

type WorkQueueProps = {
  items: readonly WorkItem[]
  /** Named as a list for assistive technology. */
  label: string
  empty: ReactNode
  /** Where the items come from: while one of them has no answer, the list does not say that it is empty. */
  queries?: readonly { data?: unknown; isError: boolean }[]
}

/**
 * What needs a person's attention, most urgent first, one line each: a line links to its page or opens in the list. In the list, j and k or
 * the arrows move, Enter opens, a does the first action, z undoes the last decision.
 */
export function WorkQueue({ items, label, empty, queries = [] }: WorkQueueProps): ReactNode {
  const [openId, setOpen] = useState<string>()
  const open = items.filter(({ count }) => count > 0)
  if (open.length === 0) {
    const missing = queries.filter(({ data }) => data === undefined)
    if (missing.length > 0)
      return missing.some(({ isError }) => isError) ? null : <Skeletons shape="text" count={3} />
    return (
      <p className={classes.empty}>
        <IconCircleCheck size={18} aria-hidden />
        <span>{empty}</span>
      </p>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of its lines, and has none of its own
    <ul className={classes.list} aria-label={label} onKeyDown={workByKey}>
      {open.map((item) => (
        <Line
          key={item.id}
          item={item}
          isOpen={item.id === openId}
          onToggle={() => setOpen(item.id === openId ? undefined : item.id)}
        />
      ))}
    </ul>
  )
}

/** The sum of the items' counts. */
export const workCount = (items: readonly WorkItem[]): number =>
  items.reduce((sum, { count }) => sum + count, 0)

type LineProps = { item: WorkItem; isOpen: boolean; onToggle: () => void }

function Line({ item, isOpen, onToggle }: LineProps): ReactNode {
  const contentId = useId()
  const { count, label, title, detail, href, action, actions = [], content } = item
  const held = usePendingSend(item.id)
  const words = title ?? (
    <>
      <b className={classes.count}>{formatNumber(count)}</b> {label}
    </>
  )
  return (
    <li className={classes.item} data-urgent={item.isUrgent || undefined}>
      <div className={classes.line}>
        <span className={classes.dot} aria-hidden />
        <div className={classes.words}>
          {content ? (
            <button
              type="button"
              className={classes.main}
              aria-expanded={isOpen}
              aria-controls={isOpen ? contentId : undefined}
              data-work-line
              onClick={onToggle}
            >
              <span>{words}</span>
              <IconChevronDown size={16} className={classes.arrow} aria-hidden />
            </button>
          ) : (
            <Link href={href ?? '#'} className={classes.main} data-work-line>
              <span>{words}</span>
            </Link>
          )}
          {detail && <div className={classes.detail}>{detail}</div>}
        </div>
        {held ? (
          <div className={classes.actions}>
            <span className={classes.detail}>{held}…</span>
            <PlainButton variant="default" size="sm" onClick={() => undoLast(item.id)}>
              Undo
            </PlainButton>
          </div>
        ) : (
          actions.length > 0 && <Actions actions={actions} />
        )}
        {href && action && !held && (
          <LinkButton href={href} variant="default" size="sm">
            {action}
          </LinkButton>
        )}
      </div>
      {content && isOpen && (
        <div id={contentId} className={classes.content}>
          <Suspense fallback={<Skeletons shape="text" count={2} />}>{content()}</Suspense>
        </div>
      )}
    </li>
  )
}

function Actions({ actions }: { actions: readonly WorkAction[] }): ReactNode {
  return (
    <div className={classes.actions}>
      {actions.map(({ label, name, onPress }, at) => (
        <PlainButton
          key={label}
          size="sm"
          variant="default"
          aria-label={name}
          data-work-action={at === 0 || undefined}
          onClick={onPress}
        >
          {label}
        </PlainButton>
      ))}
    </div>
  )
}

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Moves the focus from line to line, does a line's first action or undoes it; keys pressed inside an opened line stay there. */
function workByKey(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || (event.key.length === 1 && !singleKeys.isOn())) return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-work-line]')]
  const at = lines.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const step = STEPS[event.key]
  if (step !== undefined) lines[Math.min(Math.max(at + step, 0), lines.length - 1)]?.focus()
  else if (event.key === 'a')
    lines[at]!.closest('li')?.querySelector<HTMLElement>('[data-work-action]')?.click()
  else if (event.key !== 'z' || !undoLast()) return
  event.preventDefault()
}
