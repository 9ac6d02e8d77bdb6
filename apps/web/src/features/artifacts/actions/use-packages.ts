import { useEffect, useState } from 'react'
import { useFormat } from '../../../shared/formats.ts'
import type { PickedFile } from './dropped-files.ts'
import { type FoundPackage, readTarball } from './tarball.ts'

/** What the packages among the files say of themselves, by the path of the file; read when they are chosen. */
export function usePackages(files: PickedFile[], format: string): ReadonlyMap<string, FoundPackage> {
  const [found, setFound] = useState<ReadonlyMap<string, FoundPackage>>(new Map())
  const tarballs = useFormat(format)?.tarballs
  useEffect(() => {
    let isCurrent = true
    const read = files.map(async ({ file, path }) => {
      const is = tarballs && isTarball(path) ? await readTarball(file, tarballs) : undefined
      return [path, is] as const
    })
    void Promise.all(read).then((all) => {
      if (isCurrent) setFound(new Map(all.flatMap(([path, is]) => (is === undefined ? [] : [[path, is]]))))
    })
    return () => {
      isCurrent = false
    }
  }, [files, tarballs])
  return found
}

const isTarball = (path: string) => /\.(?:tgz|tar\.gz)$/i.test(path)
