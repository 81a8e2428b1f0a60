import type { CDPSession, Page } from 'playwright-core'

type TraceEvent = {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** A task of the page's main thread, in milliseconds: elapsed time, and CPU time. */
export type Task = { wall: number; cpu: number }

/** Records every task of the page's main thread until it is stopped. Unlike elapsed time, CPU time does not depend on other programs. */
export async function followTasks(page: Page): Promise<{ stop: () => Promise<Task[]> }> {
  const session: CDPSession = await page.context().browser()!.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata'], recordMode: 'recordUntilFull' },
  })
  return {
    async stop() {
      const isOver = new Promise<boolean>((resolve) =>
        session.once('Tracing.tracingComplete', ({ dataLossOccurred }) => resolve(dataLossOccurred)),
      )
      await session.send('Tracing.end')
      const isCut = await isOver
      await session.detach()
      if (isCut) throw new Error('The browser has lost some of its tasks')
      const mains = new Set(
        events
          .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
          .map(({ pid, tid }) => `${pid} ${tid}`),
      )
      return events
        .filter(
          ({ name, pid, tid, tdur }) =>
            name.endsWith('RunTask') && tdur !== undefined && mains.has(`${pid} ${tid}`),
        )
        .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1_000, cpu: tdur / 1_000 }))
    },
  }
}
