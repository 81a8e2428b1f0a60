import { withActor } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Failure } from '../contract.ts'
import type { SeenPerson } from '../rules.ts'
import { type Canvas, CanvasFailed, type CanvasCourseFound, openCanvas } from './canvas-client.ts'
import { holdAddress, MovedElsewhere } from './commands/lock-connection.ts'
import { endRun, saveRoster } from './commands/save-roster.ts'
import { failRun, noteProgress, type Progress, requeueRun } from './commands/note-run.ts'
import { type CourseRead, saveSections, saveTerms } from './commands/save-structure.ts'
import type { ClaimedRun } from './queries/due.ts'
import { type Mapped, mappedSections, otherSections, termsToRead } from './queries/what-to-read.ts'
import { openConnection } from './secret.ts'
import { type CanvasServices, failureOf } from './test-connection.ts'

/** Errors that affect one course and not the others. */
const OF_ONE: readonly Failure['code'][] = ['missing', 'not_allowed', 'not_canvas', 'too_long', 'broken']

/**
 * Reads the roster of one connection, with no open transaction during requests: terms, courses
 * and sections of terms mapped to a current or upcoming semester, and the people in sections
 * mapped to a cohort. Stores everything about people together at the end.
 */
export async function readRoster(
  services: CanvasServices,
  run: ClaimedRun,
  signal: AbortSignal,
): Promise<void> {
  const { workerPool, objects, canvas: settings } = services
  const asWorker = <T>(work: (tx: Tx) => Promise<T>) =>
    withActor(workerPool, null, work, { deadlineMs: 30_000 })
  const of = { id: run.connection_id, school_id: run.school_id }
  try {
    if (run.is_old) throw new CanvasFailed('gave_up', 'the roster')
    const opened = await asWorker((tx) => openConnection(tx, objects, of.id))
    if (!opened) return await asWorker((tx) => endRun(tx, run.id, []))
    const canvas = openCanvas({ ...opened, signal }, settings)
    const store = (work: (tx: Tx) => Promise<void>) =>
      asWorker(async (tx) => {
        await holdAddress(tx, opened)
        await work(tx)
      })
    const terms = await canvas.terms()
    await store((tx) => saveTerms(tx, of, terms))
    const wanted = await asWorker((tx) => termsToRead(tx, of.id))
    const errors: Failure[] = []
    const note = (done: Progress) => asWorker((tx) => noteProgress(tx, run.id, done))
    const { read, unread } = await readCourses(canvas, wanted, errors, note)
    await store((tx) =>
      saveSections(
        tx,
        of,
        wanted,
        read,
        unread.map((one) => one.canvas_id),
      ),
    )
    const mapped = await asWorker((tx) => mappedSections(tx, of.id, wanted))
    const others = await asWorker((tx) => otherSections(tx, of.id, wanted))
    const roster = await readPeople(canvas, mapped, unread, errors, note)
    await store((tx) =>
      saveRoster(tx, {
        run_id: run.id,
        connection_id: of.id,
        school_id: of.school_id,
        errors,
        ...others,
        ...roster,
      }),
    )
  } catch (error) {
    if (signal.aborted) {
      await asWorker((tx) => requeueRun(tx, run.id))
      return
    }
    if (error instanceof MovedElsewhere) {
      await asWorker((tx) => endRun(tx, run.id, [{ code: 'gave_up', what: 'the roster' }]))
      return
    }
    const failure = failureOf(error)
    await asWorker((tx) => failRun(tx, run, failure))
  }
}

/** The courses of these terms with their sections. Progress is noted at each, because a run without any is taken for lost. */
async function readCourses(
  canvas: Canvas,
  terms: readonly string[],
  errors: Failure[],
  note: (progress: Progress) => Promise<void>,
) {
  const read: CourseRead[] = []
  const unread: CanvasCourseFound[] = []
  for (const term of terms)
    for (const course of await canvas.courses(term)) {
      await note({ courses_total: 0, courses_done: 0, people: 0 })
      const sections = await orNoted(canvas.sections(course), errors)
      if (sections) read.push({ course, sections })
      else unread.push(course)
    }
  return { read, unread }
}

/** Everyone in mapped sections, once each, in however many courses they are. */
async function readPeople(
  canvas: Canvas,
  mapped: readonly Mapped[],
  unreadCourses: readonly CanvasCourseFound[],
  errors: Failure[],
  note: (progress: Progress) => Promise<void>,
) {
  const courses = Map.groupBy(mapped, (one) => one.course_id)
  const gone = new Set(unreadCourses.map((one) => one.canvas_id))
  const seen = new Map<string, SeenPerson>()
  const cohorts = new Map<string, string>()
  const unread = new Set<string>()
  let done = 0
  for (const [id, sections] of courses) {
    await note({ courses_total: courses.size, courses_done: done, people: seen.size })
    const found = gone.has(id)
      ? null
      : await orNoted(canvas.students({ id, name: sections[0]!.course_name }), errors)
    if (!found) for (const one of sections) unread.add(one.canvas_id)
    else {
      for (const one of sections) cohorts.set(one.canvas_id, one.cohort_id)
      for (const one of found) {
        const section_ids = one.section_ids.filter((section) => cohorts.has(section))
        const known = seen.get(one.canvas_id)
        if (section_ids.length > 0)
          seen.set(one.canvas_id, { ...one, section_ids: [...(known?.section_ids ?? []), ...section_ids] })
      }
    }
    done++
  }
  await note({ courses_total: courses.size, courses_done: done, people: seen.size })
  return { seen: [...seen.values()], cohorts, unread }
}

/** The response, or null if only this one could not be read, which is recorded. */
async function orNoted<T>(asked: Promise<T>, errors: Failure[]): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof CanvasFailed) || !OF_ONE.includes(error.failure.code)) throw error
    errors.push(error.failure)
    return null
  }
}
