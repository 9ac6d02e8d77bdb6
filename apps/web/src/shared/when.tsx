import { ago, exactTime } from '../lib/time.ts'

/** Relative to read, exact under the pointer and for machines. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {ago(at)}
    </time>
  )
}
