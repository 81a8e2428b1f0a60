import { Button } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { Choice, OwnWishlist } from '../contract.ts'
import { moved } from '../rules.ts'
import { DeclarationSection } from './DeclarationSection.tsx'
import { OptionsMap } from './OptionsMap.tsx'
import { useChoose } from './queries.ts'
import { RankList } from './RankList.tsx'
import { savedInOrder } from './saved-in-order.ts'
import { commentOf, ended, met } from './typed-comment.ts'
import classes from './RankRotations.module.css'
import {
  amountOf,
  clashInWords,
  conditionsOf,
  hoursInWords,
  milesInWords,
  missingInWords,
  patternOf,
  rankedWords,
} from './wishlist-words.ts'

/** The result of a published wishlist, a component passed in by the matching feature. */
export type ResultSlot = ComponentType<{ campaignId: string }>

/** The ranking of one wishlist, saved with each change, and the remaining options. */
export function RankRotations({
  wishlist,
  OwnResult,
}: {
  wishlist: OwnWishlist
  OwnResult: ResultSlot
}): ReactNode {
  const { id, options, phase, min_choices: least, max_choices: most, instructions, kind } = wishlist
  const words = rankedWords[kind]
  const [choices, setChoices] = useState<readonly Choice[]>(wishlist.choices)
  const choose = useChoose(id)
  const [{ save, adopt }] = useState(() =>
    savedInOrder<readonly Choice[]>(wishlist.choices, setChoices, (next, seen) =>
      choose.mutateAsync({ id, choices: [...next], seen: [...seen] }),
    ),
  )
  // Ranked on another page, or entered by the school.
  useEffect(() => adopt(wishlist.choices), [adopt, wishlist.choices])
  const list = useRef<HTMLUListElement>(null)
  const [added, setAdded] = useState<{ id: string; at: number }>()
  // The clicked button is gone, so focus moves to the next one, or to the new choice.
  useEffect(() => {
    if (!added) return
    const left = [...(list.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
    const next = left[Math.min(added.at, left.length - 1)]
    ;(next ?? document.querySelector<HTMLElement>(`[data-handle="${added.id}"]`))?.focus()
  }, [added])
  const mayChange = phase === 'open'
  const optionOf = (choice: Choice) => options.find((option) => option.id === choice.option_id)!
  const left = options.filter((option) => !choices.some((choice) => choice.option_id === option.id))
  const isFull = choices.length >= most
  const hasMiles = options.some(({ miles }) => miles !== null)

  return (
    <>
      {instructions && <Banner title="From your school">{instructions}</Banner>}
      {phase === 'scheduled' && (
        <Banner kind="info" title="This wishlist is not open yet">
          Look at the {words.many} now, and rank them once it opens.
        </Banner>
      )}
      {wishlist.needs_project && phase !== 'published' && phase !== 'archived' && (
        <Banner
          kind="info"
          title="Your capstone project has to be approved first"
          action={
            <LinkButton href="/student/capstone" variant="default">
              Your capstone
            </LinkButton>
          }
        >
          You can rank {words.many} now. The match places only students whose project your school has
          approved.
        </Banner>
      )}
      {wishlist.partners_rank && mayChange && (
        <Banner kind="info" title="Those you rank also rank you">
          After the last day, each facility or preceptor ranks the students who chose it. They see your level,
          your year {kind === 'capstone' && 'and your project’s title '}– not your name, and not your ranking.
        </Banner>
      )}
      {(phase === 'published' || phase === 'archived') && <OwnResult campaignId={id} />}
      {phase === 'closed' && (
        <Banner kind="info" title="This wishlist has closed">
          Your choices can no longer be changed here. Ask your school if one has to change.
        </Banner>
      )}
      <PageSection
        title="Your ranking"
        description={
          mayChange
            ? `Best first. Drag a ${words.one}, or focus its handle and press the arrow keys. At least ${least}, at most ${most}.`
            : 'Best first.'
        }
        actions={
          <output className={classes.status}>
            {choose.isPending ? 'Saving…' : choose.isSuccess ? 'All changes saved' : ''}
          </output>
        }
      >
        {choices.length === 0 ? (
          <p className={classes.none}>
            {mayChange
              ? `Nothing ranked yet. Add ${words.many} from the list below.`
              : `You ranked no ${words.many}.`}
          </p>
        ) : (
          <RankList
            items={choices.map((choice) => {
              const option = optionOf(choice)
              return {
                id: option.id,
                name: option.name,
                detail: (
                  <>
                    <Details option={option} isOpen={mayChange || phase === 'scheduled'} />
                    {wishlist.allow_comments && (
                      <CommentField
                        choice={choice}
                        name={option.name}
                        isReadOnly={!mayChange}
                        onSave={(comment) =>
                          save(
                            choices.map((one) =>
                              one.option_id === choice.option_id ? { ...one, comment } : one,
                            ),
                          )
                        }
                      />
                    )}
                  </>
                ),
              }
            })}
            isReadOnly={!mayChange}
            onMove={(from, to) => save(moved(choices, from, to))}
            onRemove={(at) => save(choices.filter((_, index) => index !== at))}
          />
        )}
        {mayChange && choices.length > 0 && choices.length < least && (
          <p className={classes.none}>
            Add {least - choices.length} more: your school requires at least {least}.
          </p>
        )}
      </PageSection>
      {left.length > 0 && (
        <PageSection
          title={mayChange ? `${words.title} to choose from` : `Other ${words.many}`}
          description={
            mayChange && isFull
              ? `You have ranked ${most}, the most you can. Remove one to add another.`
              : mayChange && !hasMiles && options.some(({ latitude }) => latitude !== null)
                ? 'Add your ZIP code at the end of this page to see how far each one is.'
                : undefined
          }
        >
          <ul ref={list} className={classes.options}>
            {left.map((option, at) => (
              <li key={option.id} className={classes.option}>
                <div className={classes.words}>
                  <strong>{option.name}</strong>
                  <Details option={option} isOpen={mayChange || phase === 'scheduled'} />
                </div>
                {mayChange && (
                  <Button
                    variant="default"
                    size="sm"
                    leftSection={<IconPlus size={16} aria-hidden />}
                    disabled={isFull}
                    aria-label={`Add ${option.name}, ${patternOf(option)}`}
                    onClick={() => {
                      setAdded({ id: option.id, at })
                      void save([...choices, { option_id: option.id, comment: null }])
                    }}
                  >
                    Add
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </PageSection>
      )}
      <OptionsMap options={options} choices={choices} />
      {phase !== 'published' && phase !== 'archived' && (
        <DeclarationSection wishlist={wishlist} mayChange={mayChange} />
      )}
    </>
  )
}

function Details({ option, isOpen }: { option: OwnWishlist['options'][number]; isOpen: boolean }): ReactNode {
  const clash = isOpen ? clashInWords(option) : null
  const missing = isOpen ? missingInWords(option) : null
  const hours = hoursInWords(option)
  return (
    <span className={classes.details}>
      {option.location && <span>{option.location}</span>}
      <span>{patternOf(option)}</span>
      <span>{amountOf(option)}</span>
      {option.miles !== null && <span>{milesInWords(option.miles)} from your ZIP code</span>}
      {isOpen && hours && <span>{hours}</span>}
      {conditionsOf(option).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {missing && <span className={classes.clash}>{missing}</span>}
      {clash && <span className={classes.clash}>{clash}</span>}
    </span>
  )
}

type CommentProps = {
  choice: Choice
  name: string
  isReadOnly: boolean
  onSave: (comment: string | null) => Promise<boolean>
}

/** A comment is saved this long after the last keystroke. */
const PAUSE_MS = 1_200

/** A comment on one choice, saved shortly after the last keystroke, and when the field is left. */
function CommentField({ choice, name, isReadOnly, onSave }: CommentProps): ReactNode {
  const comment = choice.comment ?? ''
  const [field, setField] = useState(() => commentOf(comment))
  const [shown, setShown] = useState(comment)
  const { text, last } = field
  if (shown !== comment) {
    setShown(comment)
    setField(met(field, comment))
  }
  const save = async () => {
    const typed = text.trim()
    if (typed === comment)
      return setField((one) => (one.last.text === text ? one : { ...one, last: { text, outcome: '' } }))
    setField((one) => ({ ...one, isSaving: true }))
    const isSaved = await onSave(typed || null)
    setField((one) => ended(one, text, isSaved))
  }
  const saveSoon = useDebouncedCallback(() => void save(), PAUSE_MS)
  if (isReadOnly) return choice.comment && <span className={classes.details}>{choice.comment}</span>
  return (
    <>
      <TextField
        size="xs"
        aria-label={`Comment on ${name}`}
        placeholder="Comment"
        maxLength={500}
        value={text}
        onChange={({ currentTarget }) => {
          const { value } = currentTarget
          setField((one) => ({ ...one, text: value }))
          saveSoon()
        }}
        onBlur={() => saveSoon.flush()}
      />
      <span className={classes.details}>{last.text === text ? last.outcome : 'Saving…'}</span>
    </>
  )
}
