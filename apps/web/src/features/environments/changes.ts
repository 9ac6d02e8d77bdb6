import * as queries from './queries.ts'

/** The calls for global environments and for those of a project, as one. */
export function useEnvironmentChanges(project: string | undefined) {
  const ofAll = { create: queries.useCreate(), rename: queries.useRename(), remove: queries.useRemove() }
  const ofProject = {
    create: queries.useCreateIn(),
    rename: queries.useRenameIn(),
    remove: queries.useRemoveIn(),
  }
  const used = project === undefined ? ofAll : ofProject
  return {
    create: (name: string) =>
      project === undefined
        ? ofAll.create.mutateAsync({ body: { name } })
        : ofProject.create.mutateAsync({ params: { key: project }, body: { name } }),
    rename: (name: string, new_name: string) =>
      project === undefined
        ? ofAll.rename.mutateAsync({ params: { name }, body: { new_name } })
        : ofProject.rename.mutateAsync({ params: { key: project, name }, body: { new_name } }),
    remove: (name: string) =>
      project === undefined
        ? ofAll.remove.mutateAsync({ params: { name } })
        : ofProject.remove.mutateAsync({ params: { key: project, name } }),
    isBusy: Object.values(used).some(({ isPending }) => isPending),
  }
}
