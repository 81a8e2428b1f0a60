import pg from 'pg'
import { faultSentence } from '../../messages.ts'
import { chainFaults } from '../../rules.ts'
import { beginOf, type BlockRow, blocksSql, sealedBlock } from '../blocks.ts'

/** Blocks per statement. */
const BLOCKS = 20

export type ChainReader = {
  chains(): Promise<{ chain: string; name: string; rows: number; seq: number; digest: string }[]>
  faultsOf(chain: string): Promise<string[]>
  digestAt(chain: string, seq: number): Promise<string | null>
}

/** Reads every chain as the database's owner, for the command line. Throws what PostgreSQL throws. */
export async function withChainReader(
  adminUrl: string,
  work: (reader: ChainReader) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    // As the owner of the database: installations choose their own role names (decision 046).
    await client.query(
      `select set_config('role', pg_get_userbyid(datdba), true) from pg_database where datname = current_database()`,
    )
    await work({
      async chains() {
        const { rows } = await client.query<{
          chain: string
          name: string
          rows: number
          seq: number
          digest: string
        }>(
          `select b.chain, coalesce(s.name, 'Placewell') as name, t.rows::float8, b.seq::float8, encode(b.digest, 'hex') as digest
           from (select chain, max(seq) as seq, sum(cardinality(row_ids)) as rows from public.audit_blocks group by chain) t
           join public.audit_blocks b on b.chain = t.chain and b.seq = t.seq left join public.schools s on s.id = b.chain order by s.name nulls first`,
        )
        return rows
      },
      async faultsOf(chain) {
        const faults: string[] = []
        for (let from = beginOf(chain), isMore = true; isMore;) {
          const { rows: found } = await client.query<BlockRow>(blocksSql, [chain, from.seq, BLOCKS])
          const blocks = found.map(sealedBlock)
          faults.push(
            ...chainFaults(blocks, from, new Date()).flatMap((each) =>
              each.fault ? [faultSentence(each)] : [],
            ),
          )
          from = blocks.at(-1) ?? from
          isMore = blocks.length > 0
        }
        return faults
      },
      async digestAt(chain, seq) {
        const { rows } = await client.query<{ digest: string }>(
          `select encode(digest, 'hex') as digest from public.audit_blocks where chain = $1 and seq = $2`,
          [chain, seq],
        )
        return rows[0]?.digest ?? null
      },
    })
  } finally {
    await client.end()
  }
}
