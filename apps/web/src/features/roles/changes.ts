import type { NewRole } from '@bindery/contracts'
import * as queries from './queries.ts'

/** The calls for global roles and for those of a project, as one. */
export function useRoleChanges(project: string | undefined) {
  const ofAll = { create: queries.useCreate(), update: queries.useUpdate(), remove: queries.useRemove() }
  const ofProject = {
    create: queries.useCreateIn(),
    update: queries.useUpdateIn(),
    remove: queries.useRemoveIn(),
  }
  return {
    create: (body: NewRole) =>
      project === undefined
        ? ofAll.create.mutateAsync({ body })
        : ofProject.create.mutateAsync({ params: { key: project }, body }),
    update: (body: NewRole) =>
      project === undefined
        ? ofAll.update.mutateAsync({ params: { name: body.name }, body })
        : ofProject.update.mutateAsync({ params: { key: project, name: body.name }, body }),
    remove: (name: string) =>
      project === undefined
        ? ofAll.remove.mutateAsync({ params: { name } })
        : ofProject.remove.mutateAsync({ params: { key: project, name } }),
    isBusy: Object.values(project === undefined ? ofAll : ofProject).some(({ isPending }) => isPending),
  }
}
