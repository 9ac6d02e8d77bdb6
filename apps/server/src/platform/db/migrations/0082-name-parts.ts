// Files by any part of their name: a list of all names there are, each once, with an index of the groups of three characters in
// them. A publish only notes the new name, by a trigger, so that no way of making a file can forget it; the list is brought up to
// date later (registry/names). PostgreSQL needs the extension pg_trgm. Where it cannot be had, nothing is noted, and searches
// read the names of a repository as before.
import { sql, type Kysely } from 'kysely'
import type { Migration } from './migration.ts'

export const nameParts: Migration = {
  name: '0082-name-parts',
  async up(db, { text, counter, engine }) {
    for (const table of ['names', 'new_names'])
      await db.schema
        .createTable(table)
        .addColumn('sequence', counter)
        .addColumn('name', text, (column) =>
          table === 'names' ? column.notNull().unique() : column.notNull(),
        )
        .execute()
    await (engine === 'sqlite' ? indexOnSqlite(db) : indexOnPostgres(db))
  },
}

async function indexOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table name_parts using fts5(
    name, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1')`.execute(db)
  await sql`create trigger nodes_named after insert on nodes
    begin insert into new_names (name) values (new.name); end`.execute(db)
  await sql`create trigger nodes_renamed after update of name on nodes when new.name <> old.name
    begin insert into new_names (name) values (new.name); end`.execute(db)
}

/** All or nothing, and no error: a role that may not install extensions is no reason not to start. Tried again later. */
export async function indexOnPostgres<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`do $do$ begin
    create extension if not exists pg_trgm;
    create index names_by_part on names using gin (name gin_trgm_ops);
    create function note_name() returns trigger language plpgsql as
      'begin insert into new_names (name) values (new.name); return null; end';
    create trigger nodes_named after insert on nodes for each row execute function note_name();
    create trigger nodes_renamed after update of name on nodes for each row
      when (new.name <> old.name) execute function note_name();
  exception when others then
    raise notice 'Parts of names are not indexed: %', sqlerrm;
  end $do$`.execute(db)
}
