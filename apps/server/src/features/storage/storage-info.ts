// The summary in the words of Artifactory, whose numbers are texts for people.
import type { StorageInfo, StorageSummary } from '@bindery/contracts'
import { findPackageType } from '../../registry/config/package-types.ts'

export function toStorageInfo(summary: StorageSummary): StorageInfo {
  const { artifacts, binaries, disk, repositories } = summary
  const items = artifacts.files + artifacts.folders
  return {
    binariesSummary: {
      binariesCount: count(binaries.count),
      binariesSize: size(binaries.bytes),
      artifactsSize: size(artifacts.bytes),
      optimization: share(binaries.bytes, artifacts.bytes),
      itemsCount: count(items),
      artifactsCount: count(artifacts.files),
    },
    fileStoreSummary: {
      storageType: 'file-system',
      storageDirectory: disk.path,
      totalSpace: size(disk.total),
      usedSpace: `${size(disk.total - disk.free)} (${share(disk.total - disk.free, disk.total)})`,
      freeSpace: `${size(disk.free)} (${share(disk.free, disk.total)})`,
    },
    repositoriesSummaryList: [
      ...repositories.map((one) => ({
        // What a remote repository stores lies in its cache.
        repoKey: one.kind === 'remote' ? `${one.key}-cache` : one.key,
        repoType: kinds[one.kind],
        ...numbers(one.files, one.folders, one.bytes),
        packageType: findPackageType(one.format)?.listed ?? one.format,
        projectKey: one.project || 'default',
        percentage: share(one.bytes, artifacts.bytes),
      })),
      {
        repoKey: 'TOTAL',
        repoType: 'NA',
        ...numbers(artifacts.files, artifacts.folders, artifacts.bytes),
      },
    ],
  }
}

const kinds = { local: 'LOCAL', remote: 'CACHE', virtual: 'VIRTUAL', federated: 'FEDERATED' } as const

const numbers = (files: number, folders: number, bytes: number) => ({
  foldersCount: folders,
  filesCount: files,
  usedSpace: size(bytes),
  usedSpaceInBytes: bytes,
  itemsCount: files + folders,
})

const count = (value: number) => value.toLocaleString('en-US')

const share = (part: number, whole: number) => `${((whole === 0 ? 0 : part / whole) * 100).toFixed(2)}%`

const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB']

function size(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(2)} ${units[power]}`
}
