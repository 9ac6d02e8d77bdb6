// How many times something is done: enough to see that it holds, or as often as the table of threats says (`npm run threats`).
export const isFull = process.env['BINDERY_TEST_COUNTS'] === 'full'

export const counted = (few: number, full: number): number => (isFull ? full : few)
