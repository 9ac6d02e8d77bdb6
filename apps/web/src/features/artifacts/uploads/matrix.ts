/** `a=1; b=2,3` as they stand behind a path. */
export const matrixOf = (properties: string): string =>
  properties
    .split(/[;\n]/)
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [key = '', ...value] = pair.split('=')
      const values = value
        .join('=')
        .split(',')
        .map((one) => encodeURIComponent(one.trim()))
      return `;${encodeURIComponent(key.trim())}=${values.join(',')}`
    })
    .join('')
