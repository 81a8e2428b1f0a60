import { expect, it } from 'vitest'
import { hasEnded, jobSummary, percentOf } from './rules.ts'

const job = { status: 'running' as const, total: 400, done: 100, refused: 0, cancel_requested: false }

it('says how far a job is and what became of it', () => {
  expect(jobSummary({ ...job, status: 'queued', done: 0 })).toBe('Waiting to start')
  expect(jobSummary(job)).toBe('100 of 400')
  expect(jobSummary({ ...job, refused: 3 })).toBe('100 of 400, 3 could not be done')
  expect(jobSummary({ ...job, cancel_requested: true })).toBe('Stopping after the current row…')
  expect(jobSummary({ ...job, status: 'done', done: 1_400, total: 1_400, refused: 20 })).toBe(
    '1,380 done, 20 could not be done',
  )
  expect(jobSummary({ ...job, status: 'done', total: null, done: 0 })).toBe('Done')
  expect(jobSummary({ ...job, status: 'canceled' })).toBe('Canceled: 100 done, 300 left as they were')
  expect(jobSummary({ ...job, status: 'failed', refused: 1 })).toBe(
    'Stopped: 99 done, 1 could not be done, 300 left as they were',
  )
})

it('returns the finished share if the number of rows is known', () => {
  expect(percentOf(job)).toBe(25)
  expect(percentOf({ ...job, total: null })).toBeNull()
  expect(percentOf({ ...job, total: 0 })).toBeNull()
  expect(percentOf({ ...job, status: 'done', total: null })).toBe(100)
})

it('knows which jobs are over', () => {
  for (const status of ['done', 'failed', 'canceled'] as const) expect(hasEnded({ status })).toBe(true)
  for (const status of ['queued', 'running'] as const) expect(hasEnded({ status })).toBe(false)
})
