// What the numbered file is: where it lies and what it is called. Numbers decide everything, so that every run has the same
// content and a question can be asked about a file that is there. The largest repository has three tenths of all files; 400
// files in a row lie in one repository, in six folders of an artifact.

export const repositories = 200
/** Below the folder of an artifact. */
export const deeper = '/s/t/u/v/w'

export function repositoryOf(index: number): string {
  const artifact = Math.floor(index / 400)
  return `bench-${artifact % 10 < 3 ? 0 : artifact % repositories}`
}

export const groupOf = (index: number) => `org/g${Math.floor(index / 20_000)}`

export const folderOf = (index: number) =>
  `${groupOf(index)}/a${Math.floor(index / 400) % 50}${deeper.slice(0, 2 * (index % 6))}`

export const nameOf = (index: number) => `file-${index}.${index % 5 === 0 ? 'pom' : 'jar'}`
