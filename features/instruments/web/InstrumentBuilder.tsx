import { ActionIcon, Button, Checkbox, Group, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { confirmDiscard } from '#platform/web/kit/leave.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { Instrument, InstrumentContent, Item } from '../contract.ts'
import {
  addItem,
  addPoint,
  addSection,
  changeItem,
  changePoint,
  changeSection,
  raiseItem,
  raiseSection,
  removeItem,
  removePoint,
  removeSection,
  toggleComment,
  toggleNotApplicable,
  togglePoint,
  unfinishedOf,
} from './edits.ts'
import classes from './InstrumentBuilder.module.css'
import { instruments, touches } from './queries.ts'
import { TryItems } from './TryItems.tsx'

const timings = [
  { value: 'each_shift', label: 'Each shift' },
  { value: 'midterm', label: 'Midterm' },
  { value: 'final', label: 'Final' },
] as const
const frameworks = [
  { value: 'custom', label: 'Our own' },
  { value: 'QSEN', label: 'QSEN' },
  { value: 'AACN', label: 'AACN Essentials' },
  { value: 'LCJR', label: 'Clinical judgment' },
]
const rulesOfPoints = [
  { rule: 'midterm_allowed', label: 'At midterm' },
  { rule: 'final_allowed', label: 'At the final' },
  { rule: 'exemplar_at', label: 'Needs a written example' },
] as const
const [MAX_POINTS, MAX_ITEMS, MAX_SECTIONS] = [7, 30, 15]
const newCode = (): string => `X${crypto.randomUUID().slice(0, 6)}`
const numberOf = (value: string | number): number | null => (value === '' ? null : Number(value))

type Edit = { content: InstrumentContent; onChange: (content: InstrumentContent) => void }

/**
 * Edits a school's form: when it is used, its points, sections, items and their rules, with a preview; it is published as a new version.
 */
export function InstrumentBuilder({
  instrument,
  onClose,
}: {
  instrument: Instrument
  onClose: () => void
}): ReactNode {
  const isOwn = !instrument.is_shipped && instrument.status === 'active'
  const [name, setName] = useState(instrument.name)
  const [content, setContent] = useState(instrument.content)
  const [saved, setSaved] = useState({ name, content })
  const [isPreview, preview] = useState(!isOwn)
  const isChanged = saved.name !== name || saved.content !== content
  const mayLeave = async (): Promise<boolean> => !isChanged || confirmDiscard()
  async function close(): Promise<void> {
    if (await mayLeave()) onClose()
  }
  // Other ways out: the menu, the page's tabs, Back, and closing the tab.
  useBlocker({
    shouldBlockFn: async () => !(await mayLeave()),
    enableBeforeUnload: isChanged,
  })
  return (
    <>
      <Group gap="sm">
        <Button variant="default" onClick={() => void close()}>
          All forms
        </Button>
        {isOwn && (
          <Button variant="default" onClick={() => preview(!isPreview)}>
            {isPreview ? 'Edit' : 'Preview'}
          </Button>
        )}
      </Group>
      {isPreview ? (
        <TryItems content={content} />
      ) : (
        <>
          <PageSection title="Form">
            <Stack gap="sm">
              <TextField
                label="Name"
                required
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Checkbox.Group
                label="Used"
                value={content.timings}
                onChange={(value) =>
                  setContent({ ...content, timings: value as InstrumentContent['timings'] })
                }
              >
                <Group mt="xs">
                  {timings.map((one) => (
                    <Checkbox key={one.value} {...one} />
                  ))}
                </Group>
              </Checkbox.Group>
            </Stack>
          </PageSection>
          <Points content={content} onChange={setContent} />
          {content.sections.map((_, at) => (
            <SectionEditor key={at} at={at} content={content} onChange={setContent} />
          ))}
          {content.sections.length < MAX_SECTIONS && (
            <Group>
              <Button variant="default" onClick={() => setContent(addSection(content, newCode()))}>
                Add a section
              </Button>
            </Group>
          )}
          <Save
            instrument={instrument}
            name={name}
            content={content}
            onSaved={() => setSaved({ name, content })}
            onDone={onClose}
          />
        </>
      )}
    </>
  )
}

function Points({ content, onChange }: Edit): ReactNode {
  const { scale } = content
  const setScale = (change: Partial<typeof scale>) => onChange({ ...content, scale: { ...scale, ...change } })
  return (
    <PageSection
      title="Points"
      description="The answers of every item. Values order them: the highest is the best."
    >
      <Stack gap="sm">
        {scale.points.map((_, at) => (
          <PointEditor key={at} at={at} content={content} onChange={onChange} />
        ))}
        {scale.points.length < MAX_POINTS && (
          <Group>
            <Button size="xs" variant="default" onClick={() => onChange(addPoint(content))}>
              Add a point
            </Button>
          </Group>
        )}
        <div className={classes.two}>
          <NumberInput
            clampBehavior="blur"
            label="Passes from this value"
            description="If blank, nothing passes or fails."
            allowDecimal={false}
            min={0}
            max={100}
            value={scale.pass_threshold ?? ''}
            onChange={(value) => setScale({ pass_threshold: numberOf(value) })}
          />
          <NumberInput
            clampBehavior="blur"
            label="Fails below this value"
            description="Values in between need improvement."
            allowDecimal={false}
            min={0}
            max={100}
            value={scale.fail_below ?? ''}
            onChange={(value) => setScale({ fail_below: numberOf(value) })}
          />
        </div>
        <Checkbox
          label="Items may be marked not applicable"
          description="Critical items never."
          checked={scale.na_allowed}
          onChange={(event) => setScale({ na_allowed: event.currentTarget.checked })}
        />
      </Stack>
    </PageSection>
  )
}

function PointEditor({ at, content, onChange }: Edit & { at: number }): ReactNode {
  const { scale } = content
  const point = scale.points[at]!
  const { code, label, value, help } = point
  const name = code || `Point ${at + 1}`
  const set = (change: Partial<typeof point>) => onChange(changePoint(content, at, change))
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{`Point ${name}`}</legend>
      <div className={classes.point}>
        <CodeInput key={code} code={code} onCode={(next) => set({ code: next })} />
        <NumberInput
          clampBehavior="blur"
          label="Value"
          aria-label={`Value of ${name}`}
          allowDecimal={false}
          min={0}
          max={100}
          value={value}
          onChange={(next) => set({ value: Number(next) || 0 })}
        />
        <TextField
          className={classes.wide}
          label="Meaning"
          aria-label={`What ${name} means`}
          maxLength={60}
          value={label}
          onChange={(event) => set({ label: event.currentTarget.value })}
        />
      </div>
      <TextField
        label="What it looks like"
        description="Shown while rating, so that everyone reads the scale alike."
        aria-label={`What ${name} looks like`}
        maxLength={199}
        value={help ?? ''}
        onChange={(event) => set({ help: event.currentTarget.value || null })}
      />
      <Group gap="md">
        {rulesOfPoints.map(({ rule, label: words }) => (
          <Checkbox
            key={rule}
            label={words}
            aria-label={`${name}: ${words.toLowerCase()}`}
            checked={scale[rule].includes(code)}
            onChange={() => onChange(togglePoint(content, rule, code))}
          />
        ))}
      </Group>
      {scale.points.length > 2 && (
        <Remove name={`point ${name}`} onClick={() => onChange(removePoint(content, at))} />
      )}
    </fieldset>
  )
}

/** The short code of a point: applied only when fully typed, because rules name it. */
function CodeInput({ code, onCode }: { code: string; onCode: (code: string) => void }): ReactNode {
  const [typed, type] = useState(code)
  return (
    <TextField
      label="Code"
      aria-label={`Code of ${code || 'the point'}`}
      maxLength={12}
      value={typed}
      onChange={(event) => type(event.currentTarget.value.trim())}
      onBlur={() => typed !== code && onCode(typed)}
    />
  )
}

function SectionEditor({ at, content, onChange }: Edit & { at: number }): ReactNode {
  const section = content.sections[at]!
  const name = section.title || `Section ${at + 1}`
  const set = (change: Partial<typeof section>) => onChange(changeSection(content, at, change))
  return (
    <PageSection
      title={name}
      actions={
        <>
          {at > 0 && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Move up ${name}`}
              onClick={() => onChange(raiseSection(content, at))}
            >
              Move up
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            aria-label={`Remove section ${name}`}
            onClick={() => onChange(removeSection(content, at))}
          >
            Remove section
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <div className={classes.two}>
          <TextField
            label="Title"
            required
            maxLength={100}
            value={section.title}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <NativeSelect
            label="Framework"
            data={frameworks}
            value={section.framework}
            onChange={(event) => set({ framework: event.currentTarget.value as typeof section.framework })}
          />
        </div>
        {section.items.map((item, index) => (
          <ItemEditor
            key={item.code}
            item={item}
            section={at}
            index={index}
            content={content}
            onChange={onChange}
          />
        ))}
        {section.items.length < MAX_ITEMS && (
          <Group>
            <Button
              size="xs"
              variant="default"
              aria-label={`Add an item to ${name}`}
              onClick={() => onChange(addItem(content, at, newCode()))}
            >
              Add an item
            </Button>
          </Group>
        )}
      </Stack>
    </PageSection>
  )
}

function ItemEditor({
  item,
  section,
  index,
  content,
  onChange,
}: Edit & { item: Item; section: number; index: number }): ReactNode {
  const { scale } = content
  const at = { section, item: index }
  const name = `item ${index + 1}`
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{`Item ${index + 1}`}</legend>
      <TextField
        label="What is rated"
        aria-label={`What ${name} asks`}
        required
        maxLength={199}
        value={item.text}
        onChange={(event) => onChange(changeItem(content, at, { text: event.currentTarget.value }))}
      />
      <Group gap="md">
        <Checkbox
          label="Critical"
          aria-label={`${name} is critical`}
          checked={item.critical}
          onChange={(event) => onChange(changeItem(content, at, { critical: event.currentTarget.checked }))}
        />
        {scale.na_allowed && !item.critical && (
          <Checkbox
            label="Core: never not applicable"
            aria-label={`${name} is a core item`}
            checked={scale.na_forbidden_items.includes(item.code)}
            onChange={() => onChange(toggleNotApplicable(content, item.code))}
          />
        )}
      </Group>
      <fieldset className={classes.inline}>
        <legend className={classes.inlineLegend}>Comment needed at</legend>
        {scale.points.map(({ code }) => (
          <Checkbox
            key={code}
            label={code}
            aria-label={`${name}: comment needed at ${code}`}
            checked={item.comment_required_if.includes(code)}
            onChange={() => onChange(toggleComment(content, at, code))}
          />
        ))}
      </fieldset>
      {(section > 0 || index > 0) && (
        <ActionIcon
          className={classes.raise}
          aria-label={`Move ${name} up`}
          onClick={() => onChange(raiseItem(content, at))}
        >
          <IconArrowUp size={18} aria-hidden />
        </ActionIcon>
      )}
      <Remove name={name} onClick={() => onChange(removeItem(content, at))} />
    </fieldset>
  )
}

function Remove({ name, onClick }: { name: string; onClick: () => void }): ReactNode {
  return (
    <ActionIcon className={classes.remove} aria-label={`Remove ${name}`} onClick={onClick}>
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  )
}

type SaveProps = {
  instrument: Instrument
  name: string
  content: InstrumentContent
  onSaved: () => void
  onDone: () => void
}

function Save({
  instrument: { id, version, latest_version: latest },
  name,
  content,
  onSaved,
  onDone,
}: SaveProps): ReactNode {
  const save = useMutation({
    ...instruments.save.mutationOptions(),
    meta: { quiet: true, done: 'Draft saved', touches },
  })
  const publish = useMutation({
    ...instruments.publish.mutationOptions(),
    meta: { quiet: true, done: 'Published. New evaluations use this version.', touches },
    onSuccess: onDone,
  })
  const [known, setKnown] = useState(version)
  const error = save.error ?? publish.error
  const unfinished = unfinishedOf(name, content)
  const store = async () => {
    const saved = await save.mutateAsync({ id, version: known, name, content })
    setKnown(saved.version)
    onSaved()
    return saved
  }
  return (
    <PageSection
      title="Save"
      description={
        latest === 0
          ? 'Not published yet.'
          : `Version ${latest} is published. Evaluations that were begun keep theirs.`
      }
    >
      {error && <Banner kind="warning" live title={messageOf(error)} />}
      {unfinished && <Banner kind="info" title={`Before you can save: ${unfinished}`} />}
      <Group gap="sm">
        <Button
          variant="default"
          disabled={unfinished !== null}
          loading={save.isPending}
          onClick={() => void store().catch(() => undefined)}
        >
          Save draft
        </Button>
        <Button
          disabled={unfinished !== null}
          loading={publish.isPending}
          onClick={() =>
            void store()
              .then((saved) => publish.mutate(saved))
              .catch(() => undefined)
          }
        >{`Publish version ${latest + 1}`}</Button>
      </Group>
    </PageSection>
  )
}
