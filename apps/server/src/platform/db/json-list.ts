// Lists of names that are kept as JSON in a text column, asked for one of them.
import { sql } from 'kysely'

/** Whether the list in the column has this name: exactly, whatever characters it is made of. */
export const holds = (column: string, name: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${escaped(JSON.stringify(name))}%`} escape '\\'`

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
