import { sql } from 'kysely'

/** The documents of a hardship of the submission b, in their order, as far as the caller may see them. */
export const documentsOf = sql<
  { id: string; name: string }[]
>`(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name)
  order by array_position(b.hardship_file_ids, f.id)), '[]') from public.files f where f.id = any (b.hardship_file_ids))`
