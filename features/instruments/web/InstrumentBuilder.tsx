import { Button, Checkbox, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { Instrument, InstrumentContent, Item, Scale } from '../contract.ts'
import { contentBlocker } from '../rules.ts'
import { instruments, touches } from './queries.ts'
import { TryItems } from './TryItems.tsx'

type Section = InstrumentContent['sections'][number]
const timings = [
  { value: 'each_shift', label: 'Each shift' },
  { value: 'midterm', label: 'Midterm' },
  { value: 'final', label: 'Final' },
] as const

const replaced = <Value,>(list: readonly Value[], at: number, value: Value): Value[] =>
  list.map((one, index) => (index === at ? value : one))
const without = <Value,>(list: readonly Value[], at: number): Value[] =>
  list.filter((_, index) => index !== at)

/** Builds a form of a school: when it is used, its points and what each means, sections and items, with a preview; published as a new version. */
export function InstrumentBuilder({ instrument, onClose }: { instrument: Instrument; onClose: () => void }): ReactNode {
  const isOwn = !instrument.is_shipped && instrument.status === 'active'
  const [name, setName] = useState(instrument.name)
  const [content, setContent] = useState(instrument.content)
  const [isPreview, preview] = useState(!isOwn)
  const set = (change: Partial<InstrumentContent>) => setContent((before) => ({ ...before, ...change }))
  return (
    <>
      <Group gap="sm">
        <Button variant="default" onClick={onClose}>All forms</Button>
        {isOwn && <Button variant="default" onClick={() => preview(!isPreview)}>{isPreview ? 'Edit' : 'Preview'}</Button>}
      </Group>
      {isPreview ? (
        <TryItems content={content} />
      ) : (
        <>
          <PageSection title="Form">
            <Stack gap="sm">
              <TextInput label="Name" required maxLength={100} value={name} onChange={(event) => setName(event.currentTarget.value)} />
              <Checkbox.Group label="Used" value={content.timings} onChange={(value) => set({ timings: value as InstrumentContent['timings'] })}>
                <Group mt="xs">{timings.map((one) => <Checkbox key={one.value} {...one} />)}</Group>
              </Checkbox.Group>
            </Stack>
          </PageSection>
          <PageSection title="Points">
            <Points scale={content.scale} onChange={(scale) => set({ scale })} />
          </PageSection>
          {content.sections.map((section, at) => (
            <SectionEditor key={at} section={section} scale={content.scale} onChange={(next) => set({ sections: replaced(content.sections, at, next) })} onRemove={() => set({ sections: without(content.sections, at) })} />
          ))}
          <Button variant="default" onClick={() => set({ sections: [...content.sections, { title: `Section ${content.sections.length + 1}`, framework: 'custom', items: [] }] })}>
            Add a section
          </Button>
          <Save instrument={instrument} name={name} content={content} onDone={onClose} />
        </>
      )}
    </>
  )
} // prettier-ignore

function Points({ scale, onChange }: { scale: Scale; onChange: (scale: Scale) => void }): ReactNode {
  const toggle = (list: string[], code: string) => (list.includes(code) ? list.filter((one) => one !== code) : [...list, code])
  return (
    <Stack gap="md">
      {scale.points.map((point, at) => (
        <Group key={point.code} gap="sm" align="end">
          <TextInput label={point.code} aria-label={`What ${point.code} means`} maxLength={60} value={point.label} onChange={(event) => onChange({ ...scale, points: replaced(scale.points, at, { ...point, label: event.currentTarget.value }) })} />
          <Checkbox label="Midterm" aria-label={`${point.code} at midterm`} checked={scale.midterm_allowed.includes(point.code)} onChange={() => onChange({ ...scale, midterm_allowed: toggle(scale.midterm_allowed, point.code) })} />
          <Checkbox label="Final" aria-label={`${point.code} at the final`} checked={scale.final_allowed.includes(point.code)} onChange={() => onChange({ ...scale, final_allowed: toggle(scale.final_allowed, point.code) })} />
          <Checkbox label="Needs an example" aria-label={`${point.code} needs an example`} checked={scale.exemplar_at.includes(point.code)} onChange={() => onChange({ ...scale, exemplar_at: toggle(scale.exemplar_at, point.code) })} />
        </Group>
      ))}
      <NumberInput label="Passes from this value on" description="Left empty, nothing passes or fails." allowDecimal={false} min={0} max={100} value={scale.pass_threshold ?? ''} onChange={(value) => onChange({ ...scale, pass_threshold: value === '' ? null : Number(value) })} />
      <Checkbox label="Items may be marked not applicable" checked={scale.na_allowed} onChange={(event) => onChange({ ...scale, na_allowed: event.currentTarget.checked })} />
    </Stack>
  )
} // prettier-ignore

type SectionProps = { section: Section; scale: Scale; onChange: (section: Section) => void; onRemove: () => void } // prettier-ignore

function SectionEditor({ section, onChange, onRemove }: SectionProps): ReactNode {
  const setItem = (at: number, change: Partial<Item>) =>
    onChange({ ...section, items: replaced(section.items, at, { ...section.items[at]!, ...change }) })
  const add = () =>
    onChange({
      ...section,
      items: [...section.items, { code: `X${crypto.randomUUID().slice(0, 6)}`, text: '', critical: false, comment_required_if: [] }],
    })
  return (
    <PageSection title={section.title || 'Section'} actions={<Button size="xs" variant="default" onClick={onRemove}>Remove section</Button>}>
      <Stack gap="sm">
        <TextInput label="Title" maxLength={100} value={section.title} onChange={(event) => onChange({ ...section, title: event.currentTarget.value })} />
        {section.items.map((item, at) => (
          <Group key={item.code} gap="sm" align="end" wrap="wrap">
            <TextInput style={{ flex: '1 1 220px' }} label={`Item ${at + 1}`} maxLength={199} value={item.text} onChange={(event) => setItem(at, { text: event.currentTarget.value })} />
            <Checkbox label="Critical" aria-label={`Item ${at + 1} is critical`} checked={item.critical} onChange={(event) => setItem(at, { critical: event.currentTarget.checked })} />
            <Button size="xs" variant="default" aria-label={`Remove item ${at + 1}`} onClick={() => onChange({ ...section, items: without(section.items, at) })}>
              Remove
            </Button>
          </Group>
        ))}
        <Group>
          <Button size="xs" variant="default" onClick={add}>Add an item</Button>
        </Group>
      </Stack>
    </PageSection>
  )
} // prettier-ignore

type SaveProps = { instrument: Instrument; name: string; content: InstrumentContent; onDone: () => void }

function Save({ instrument: { id, version, latest_version: latest }, name, content, onDone }: SaveProps): ReactNode {
  const save = useMutation({ ...instruments.save.mutationOptions(), meta: { quiet: true, touches } })
  const publish = useMutation({ ...instruments.publish.mutationOptions(), meta: { quiet: true, done: 'Published. New evaluations use this version.', touches }, onSuccess: onDone })
  const [known, setKnown] = useState(version)
  const error = save.error ?? publish.error
  const codes = content.sections.flatMap(({ items }) => items.map(({ code }) => code))
  const clean = { ...content, scale: { ...content.scale, na_forbidden_items: content.scale.na_forbidden_items.filter((code) => codes.includes(code)) } }
  const isWhole = contentBlocker(clean) === null && clean.sections.every(({ title, items }) => title && items.length > 0 && items.every(({ text }) => text))
  const store = async () => {
    const saved = await save.mutateAsync({ id, version: known, name, content: clean })
    setKnown(saved.version)
    return saved
  }
  return (
    <PageSection title="Save" description={latest === 0 ? 'Not published yet.' : `Version ${latest} is published. Evaluations that were begun keep theirs.`}>
      {error && <Banner kind="warning" live title={messageOf(error)} />}
      <Group gap="sm">
        <Button variant="default" disabled={!isWhole} loading={save.isPending} onClick={() => void store().catch(() => undefined)}>Save draft</Button>
        <Button disabled={!isWhole} loading={publish.isPending} onClick={() => void store().then((saved) => publish.mutate(saved)).catch(() => undefined)}>{`Publish version ${latest + 1}`}</Button>
      </Group>
    </PageSection>
  )
} // prettier-ignore
