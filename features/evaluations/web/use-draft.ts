import { useCallback, useEffect, useRef, useState } from 'react'
import type { NoPatientNamed } from '#core/patient-data.ts'
import { isRefusal, messageOf } from '#platform/web/api.ts'
import { deleteDraft, saveDraft, readDraft } from '#platform/web/drafts.ts'
import { refusalOf } from '#platform/web/refusal-of.ts'
import { useResend } from '#platform/web/use-resend.ts'
import type { EvaluationFields, EvaluationKind, EvaluationStart, Subject } from '../contract.ts'
import { mergeAnswers } from '../rules.ts'
import { calls } from './queries.ts'
import type { Change } from './use-local-draft.ts'

export type Saved = { state: 'new' | 'saved' | 'saving' | 'waiting' } | { state: 'failed'; message: string }
type About = { person: string; student_id: string; kind: EvaluationKind; about: Subject }
type Kept = { fields: EvaluationFields; changed: string[] }

const fieldsOf = ({ evaluation, prefilled }: EvaluationStart): EvaluationFields => ({
  answers: evaluation?.answers ?? [],
  strengths: evaluation?.strengths ?? prefilled?.strengths ?? null,
  improvements: evaluation?.improvements ?? prefilled?.improvements ?? null,
})

const keyOf = ({ person, student_id: student, kind, about }: About): string =>
  `${person}:evaluation:${about.subject === 'project' ? about.project_id : about.shift_id}:${student}:${kind}`

/**
 * The draft of an evaluation, saved at every answer, one save at a time. Unsaved answers stay on the device, even after the page is closed,
 * and are sent when it is online. Answers saved on another device are merged item by item.
 */
export function useDraft(start: EvaluationStart, about: About, tick: NoPatientNamed) {
  const key = keyOf(about)
  const [fields, setFields] = useState(() => {
    const kept = readDraft<Kept>(key)
    return kept ? mergeAnswers(fieldsOf(start), kept.fields, new Set(kept.changed)) : fieldsOf(start)
  })
  const latest = useRef(fields)
  const said = useRef(tick)
  const changed = useRef(new Set(readDraft<Kept>(key)?.changed))
  const known = useRef({
    id: start.evaluation?.id ?? crypto.randomUUID(),
    version: start.evaluation?.version ?? 0,
  })
  const running = useRef<Promise<void>>(Promise.resolve())
  const [saved, setSaved] = useState<Saved>(() => ({
    state: readDraft<Kept>(key) ? 'waiting' : start.evaluation ? 'saved' : 'new',
  }))

  const send = useCallback(async (): Promise<void> => {
    const now = latest.current
    const { person: _person, ...subject } = about
    const answer = await calls.save({ ...known.current, ...subject, ...now, ...said.current })
    known.current = { id: answer.id, version: answer.version }
    if (latest.current !== now) return
    changed.current.clear()
    deleteDraft(key)
  }, [about, key])

  /** Reapplies the local changes to the version saved on another device. */
  const rebase = useCallback(async (): Promise<void> => {
    const { about: of, student_id, kind } = about
    const where = of.subject === 'project' ? { project_id: of.project_id } : { shift_id: of.shift_id }
    const now = await calls.start({ student_id, kind, ...where })
    if (!now.evaluation) return
    known.current = { id: now.evaluation.id, version: now.evaluation.version }
    latest.current = mergeAnswers(fieldsOf(now), latest.current, changed.current)
    setFields(latest.current)
  }, [about])

  const save = useCallback((): Promise<void> => {
    const attempt = async (): Promise<void> => {
      if (changed.current.size === 0) return
      setSaved({ state: 'saving' })
      try {
        await send().catch(async (error: unknown) => {
          if (refusalOf(error)?.code !== 'evaluation.old_version') throw error
          await rebase()
          await send()
        })
        if (changed.current.size === 0) setSaved({ state: 'saved' })
      } catch (error) {
        setSaved(isRefusal(error) ? { state: 'failed', message: messageOf(error) } : { state: 'waiting' })
        throw error
      }
    }
    // Each save waits for the previous one, even if that failed.
    running.current = running.current.then(attempt, attempt)
    return running.current
  }, [send, rebase])

  const change = useCallback(
    (next: Change, what: string): void => {
      latest.current = { ...latest.current, ...next(latest.current) }
      changed.current.add(what)
      setFields(latest.current)
      const kept: Kept = { fields: latest.current, changed: [...changed.current] }
      saveDraft(key, kept)
      void save().catch(() => undefined)
    },
    [key, save],
  )

  // Ticking the box lets a refused text be saved.
  useEffect(() => {
    said.current = tick
    if (tick.no_patient_named) void save().catch(() => undefined)
  }, [tick, save])

  useResend(saved.state === 'waiting', save)

  /** Saves the rest and returns the id and version. */
  const flush = useCallback(async (): Promise<{ id: string; version: number }> => {
    await save()
    return known.current
  }, [save])
  return { fields, change, saved, flush }
}
