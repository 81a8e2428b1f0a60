import { Agent, request } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { newToken } from '#platform/server/session.ts'
import { startBenchServer } from '../lib/installation.ts'
import { timed, type Times, timesOf } from '../lib/load.ts'
import { isQuick, nationAt, startNationServer } from '../lib/national.ts'
import { freePort } from '../lib/ports.ts'
import { report } from '../lib/report.ts'

// W5: the first requests of a student's pages, in one call and in four, over HTTP, for random students. The goal is for the server's time
// for one client without concurrency; sixteen clients show how they wait for each other.
// node bench/shifts/sign-in.ts [--quick] [--keep FOLDER]
const STUDENTS = 200
const FOUR = ['/student/shifts', '/shifts/options', '/student/available-shifts', '/student/progress']

const SHARE = 0.01

const nation = await startNationServer()
try {
  const { admin, urls } = await nationAt(nation.adminUrl, SHARE)
  try {
    await measure(admin, urls)
  } finally {
    await admin.end()
  }
} finally {
  await nation.stop()
}

async function measure(admin: pg.Client, urls: Awaited<ReturnType<typeof nationAt>>['urls']): Promise<void> {
  const tokens = Array.from({ length: STUDENTS }, () => newToken())
  await admin.query(
    `insert into priv.sessions (token_hash, user_id, expires_at) select t.hash, u.id, now() + interval '24 hours'
     from unnest($1::text[]) with ordinality as t (hash, n) join (select id, row_number() over (order by md5(id::text)) as n from public.users where role = 'student' limit $2) u using (n)`,
    [tokens.map(({ hash }) => hash), STUDENTS],
  )
  const server = await startBenchServer('placewell', {
    PORT: String(await freePort()),
    APP_RW: urls.appRw,
    APP_AUTH: urls.appAuth,
    APP_WORKER: urls.worker,
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  /** The unparsed response: the client's own work is not the server's time. */
  const get = (path: string, turn: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = { cookie: `placewell=${tokens[turn % STUDENTS]!.token}` }
      request(`${server.url}/api${path}`, { agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.once('end', () =>
          response.statusCode === 200
            ? resolve(text)
            : reject(new Error(`${path}: ${response.statusCode} ${text.slice(0, 200)}`)),
        )
      })
        .once('error', reject)
        .end()
    })
  const inOne = (turn: number) => get('/student/at-sign-in', turn)
  const inFour = (turn: number) => Promise.all(FOUR.map((path) => get(path, turn)))
  const isEqual = async (turn: number) => {
    const one = JSON.parse(await inOne(turn))
    const [mine, options, available, progress] = (await inFour(turn)).map((text) => JSON.parse(text))
    return isDeepStrictEqual(one, { mine, options, available, progress })
  }

  try {
    let equal = 0
    for (let turn = 0; turn < 50; turn++) if (await isEqual(turn)) equal += 1
    const times = async (clients: number, ask: (turn: number) => Promise<unknown>) => {
      const each: number[] = []
      const end = performance.now() + (isQuick ? 2_000 : 5_000)
      await Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          for (let turn = client; performance.now() < end; turn += clients)
            each.push(await timed(() => ask(turn)))
        }),
      )
      return timesOf(each)
    }
    // Alternating, so that both have the same conditions.
    const runs = { one: [] as Times[], four: [] as Times[] }
    for (let time = 0; time < 3; time++) {
      runs.four.push(await times(1, inFour))
      runs.one.push(await times(1, inOne))
    }
    const [one, four] = [middle(runs.one), middle(runs.four)]
    const [manyOne, manyFour] = [await times(16, inOne), await times(16, inFour)]
    report({
      title: 'What a student’s pages begin with',
      size: { '% of the nation': SHARE * 100, students: STUDENTS },
      rows: [
        {
          id: 'W5',
          what: 'in one call, one client',
          times: one,
          probe: equal === 50,
          against: { 'the four calls': four.p50 / one.p50 },
          note: `${equal} of 50 answers equal to the four; p99 goal 10 ms of the server's time`,
        },
        { id: 'W5', what: 'in four calls at once, one client', times: four },
        {
          id: 'W5',
          what: 'in one call, 16 clients',
          times: manyOne,
          against: { 'the four calls': manyFour.p50 / manyOne.p50 },
          note: 'waiting for each other included',
        },
        { id: 'W5', what: 'in four calls at once, 16 clients', times: manyFour },
      ],
    })
  } finally {
    agent.destroy()
    await server.stop()
  }
}

/** The median run by p99, so that one odd second decides nothing. */
function middle(runs: readonly Times[]): Times {
  return runs.toSorted((a, b) => a.p99 - b.p99)[Math.floor(runs.length / 2)]!
}
