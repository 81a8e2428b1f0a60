import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { Choice, OwnWishlist } from '../contract.ts'
import { moved } from '../rules.ts'
import { DeclarationSection } from './DeclarationSection.tsx'
import { OptionsMap } from './OptionsMap.tsx'
import { useChoose } from './queries.ts'
import { RankList } from './RankList.tsx'
import classes from './RankRotations.module.css'
import {
  amountOf,
  clashInWords,
  conditionsOf,
  hoursInWords,
  milesInWords,
  missingInWords,
  patternOf,
} from './wishlist-words.ts'

/** What is drawn of the result of a published wishlist: the feature that knows it hands it in. */
export type ResultSlot = ComponentType<{ campaignId: string }>

/** The ranking of one wishlist, saved with each change, and what is left to choose from. */
export function RankRotations({
  wishlist,
  OwnResult,
}: {
  wishlist: OwnWishlist
  OwnResult: ResultSlot
}): ReactNode {
  const { id, options, phase, min_choices: least, max_choices: most, instructions } = wishlist
  const [choices, setChoices] = useState<readonly Choice[]>(wishlist.choices)
  const choose = useChoose(id)
  const mayChange = phase === 'open'
  const optionOf = (choice: Choice) => options.find((option) => option.id === choice.option_id)!
  const left = options.filter((option) => !choices.some((choice) => choice.option_id === option.id))
  const isFull = choices.length >= most

  const save = (next: readonly Choice[]) => {
    const before = choices
    setChoices(next)
    // What was refused is not shown as chosen.
    choose.mutate({ id, choices: [...next] }, { onError: () => setChoices(before) })
  }

  return (
    <>
      {instructions && <Banner title="From your school">{instructions}</Banner>}
      {phase === 'scheduled' && (
        <Banner kind="info" title="This wishlist is not open yet">
          Look at the rotations now, and rank them once it opens.
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
            ? `Best first. Drag a rotation, or focus its handle and press the arrow keys. At least ${least}, at most ${most}.`
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
              ? 'Nothing ranked yet. Add rotations from the list below.'
              : 'You ranked no rotations.'}
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
      {phase !== 'published' && phase !== 'archived' && (
        <DeclarationSection wishlist={wishlist} mayChange={mayChange} />
      )}
      <OptionsMap options={options} choices={choices} />
      {left.length > 0 && (
        <PageSection
          title={mayChange ? 'Rotations to choose from' : 'Other rotations'}
          description={
            mayChange && isFull
              ? `You have ranked ${most}, the most you can. Remove one to add another.`
              : undefined
          }
        >
          <ul className={classes.options}>
            {left.map((option) => (
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
                    onClick={() => save([...choices, { option_id: option.id, comment: null }])}
                  >
                    Add
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </PageSection>
      )}
    </>
  )
}

function Details({ option, isOpen }: { option: OwnWishlist['options'][number]; isOpen: boolean }): ReactNode {
  const clash = isOpen ? clashInWords(option) : null
  const missing = isOpen ? missingInWords(option) : null
  return (
    <span className={classes.details}>
      {option.place && <span>{option.place}</span>}
      <span>{patternOf(option)}</span>
      <span>{amountOf(option)}</span>
      {option.miles !== null && <span>{milesInWords(option.miles)} from your ZIP code</span>}
      {isOpen && <span>{hoursInWords(option)}</span>}
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
  onSave: (comment: string | null) => void
}

/** A comment on one choice, saved when the field is left. */
function CommentField({ choice, name, isReadOnly, onSave }: CommentProps): ReactNode {
  const [text, setText] = useState(choice.comment ?? '')
  if (isReadOnly) return choice.comment && <span className={classes.details}>{choice.comment}</span>
  return (
    <TextInput
      size="xs"
      aria-label={`Comment on ${name}`}
      placeholder="Comment for your school (optional)"
      maxLength={500}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => text.trim() !== (choice.comment ?? '') && onSave(text.trim() || null)}
    />
  )
}
