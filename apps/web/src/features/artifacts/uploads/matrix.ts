import { readProperties } from '../../../lib/property-text.ts'

/** `a=1; b=2,3` as they stand behind a path. */
export const matrixOf = (properties: string): string =>
  [...readProperties(properties)]
    .map(([key, values]) => `;${encodeURIComponent(key)}=${values.map(encodeURIComponent).join(',')}`)
    .join('')
