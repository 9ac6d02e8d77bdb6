// The tables of those who follow something.
export interface FollowsTables {
  follows: FollowRow
  follow_news: FollowNewsRow
}

/** A place that somebody follows: in one repository, or the folder of a package in all of its format. */
export interface FollowRow {
  id: string
  user_id: string
  /** Null for a package. */
  repository_id: string | null
  /** Of a package; empty for a place. */
  format: string
  package: string
  /** Empty for the whole repository. */
  path: string
  since: string
}

/** What happened to a followed place within some minutes, as one message. */
export interface FollowNewsRow {
  id: string
  follow_id: string
  opened_at: string
  changed_at: string
  /** 1 while more is gathered. */
  is_open: number
  is_read: number
  added: number
  removed: number
  annotated: number
  /** Of the last thing that happened: who did it, and where. */
  actor: string
  repository: string
  path: string
}
