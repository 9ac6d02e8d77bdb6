// The checksums of a file as SQL. They lie beside the file; the blobs are asked only about files from before that was so.
import { sql, type RawBuilder } from 'kysely'

/** Null for a folder. */
export const sumOf = (name: 'sha1' | 'md5', alias: string): RawBuilder<string | null> =>
  sql`coalesce(${sql.ref(`${alias}.${name}`)}, (select ${sql.ref(`sums.${name}`)} from blobs as sums
    where sums.sha256 = ${sql.ref(`${alias}.sha256`)}))`
