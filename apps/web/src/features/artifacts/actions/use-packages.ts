import { useEffect, useState } from 'react'
import type { PickedFile } from './dropped-files.ts'
import { type Coordinates, readNpmTarball } from './npm-tarball.ts'

/** What the packages among the files say of themselves, by the path of the file; read when they are chosen. */
export function usePackages(
  files: PickedFile[],
  format: string | undefined,
): ReadonlyMap<string, Coordinates> {
  const [found, setFound] = useState<ReadonlyMap<string, Coordinates>>(new Map())
  useEffect(() => {
    let isCurrent = true
    const tarballs = format === 'npm' ? files.filter(({ path }) => /\.(?:tgz|tar\.gz)$/i.test(path)) : []
    const read = tarballs.map(async ({ file, path }) => [path, await readNpmTarball(file)] as const)
    void Promise.all(read).then((all) => {
      if (isCurrent) setFound(new Map(all.flatMap(([path, is]) => (is === undefined ? [] : [[path, is]]))))
    })
    return () => {
      isCurrent = false
    }
  }, [files, format])
  return found
}
