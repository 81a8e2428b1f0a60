import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Choice, Participant, WishlistDetail } from '../contract.ts'
import { distinctNames, mayAllow } from '../rules.ts'
import classes from './RankList.module.css'
import { useDecideConflict, useDecideHardship } from './school-queries.ts'
import { conflictWords, hardshipLabels } from './wishlist-words.ts'

type Props = { wishlist: WishlistDetail; participant: Participant }

/** The names of options, each distinct from others with the same name. */
export function nameIn({ options }: WishlistDetail): (id: string) => string {
  const names = distinctNames(options)
  return (id) => names.get(id) ?? 'An option that is gone'
}

/** A student's ranking, best first, with their comments. */
export function Ranked({
  choices,
  nameOf,
}: {
  choices: readonly Choice[]
  nameOf: (id: string) => string
}): ReactNode {
  // On one line, so that a class of ninety can be scanned; comments need their own lines.
  if (choices.every(({ comment }) => !comment))
    return choices.map(({ option_id: option }, at) => `${at + 1}. ${nameOf(option)}`).join(' · ')
  return (
    <ol className={classes.ranked}>
      {choices.map(({ option_id: option, comment }) => (
        <li key={option}>
          {nameOf(option)}
          {comment && <q className={classes.comment}>{comment}</q>}
        </li>
      ))}
    </ol>
  )
}

/** A student's declaration, and the school's decisions about it. */
export function Declared({ wishlist, participant }: Props): ReactNode {
  return (
    <>
      {participant.hardship && <Hardship wishlist={wishlist} participant={participant} />}
      {participant.conflicts.length > 0 && <Conflicts wishlist={wishlist} participant={participant} />}
    </>
  )
}

const statusLabels = {
  none: '',
  declared: 'not decided yet',
  verified: 'verified',
  not_verified: 'not verified',
} as const

function Hardship({ wishlist, participant }: Props): ReactNode {
  const decide = useDecideHardship()
  const { student_id, full_name: name } = participant
  const { kind, detail, status, files } = participant.hardship!
  const version = participant.declared_version!
  const answer = (is_verified: boolean) =>
    decide.mutate({ id: wishlist.id, student_id, version, is_verified })
  return (
    <details>
      <summary>
        Hardship: {hardshipLabels[kind]}, {statusLabels[status]}
      </summary>
      {detail && <p>{detail}</p>}
      {files.map((file) => (
        <p key={file.id}>
          <a href={`/api/files/${file.id}/content?reason=Verifying%20a%20hardship`}>{file.name}</a>
        </p>
      ))}
      {wishlist.status === 'announced' && (
        <span className={classes.buttons}>
          {status !== 'verified' && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Verify the hardship of ${name}`}
              onClick={() => answer(true)}
            >
              Verify
            </Button>
          )}
          {status !== 'not_verified' && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Do not verify the hardship of ${name}`}
              onClick={() => answer(false)}
            >
              Do not verify
            </Button>
          )}
        </span>
      )}
    </details>
  )
}

function Conflicts({ wishlist, participant }: Props): ReactNode {
  const decide = useDecideConflict()
  const { student_id, full_name: name, conflicts } = participant
  const version = participant.declared_version!
  const nameOf = nameIn(wishlist)
  return (
    <details>
      <summary>
        {conflicts.length === 1 ? '1 conflict of interest' : `${conflicts.length} conflicts of interest`}
      </summary>
      <ul className={classes.ranked}>
        {conflicts.map(({ option_id, kind, is_allowed }) => (
          <li key={option_id}>
            {nameOf(option_id)}: {conflictWords[kind]}. {is_allowed ? 'You allow it.' : 'Not placed there.'}
            {wishlist.status === 'announced' && mayAllow(kind) && (
              <span className={classes.buttons}>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`${is_allowed ? 'Do not allow' : 'Allow'} ${nameOf(option_id)} for ${name}`}
                  onClick={() =>
                    decide.mutate({
                      id: wishlist.id,
                      student_id,
                      version,
                      option_id,
                      is_allowed: !is_allowed,
                    })
                  }
                >
                  {is_allowed ? 'Do not allow' : 'Allow anyway'}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
