import { projectStamp } from '../../../engine/define/ResponseSources.js';
import { defineResource } from '../../../engine/define/defineResource.js';
import { PhaseErrors } from '../../../base/errors/PhaseErrors.js';
import { actions } from './actions.js';
import { assertCustomFieldTypes, assertSearchModule, assertLanguagesUnused } from './beforeCommit.js';
import { type Project, ProjectMembers } from './members.js';

/** The project itself; its key is its id. The command line creates it (projects/createProject.ts). */
export const project = defineResource<Project>({
  typeId: 'project',
  path: '',
  routes: 'project',
  scopes: { read: ['view_project_settings'], write: ['manage_project_settings'] },
  resource: ProjectMembers,
  actions,
  stamps: () => [projectStamp],
  beforeCommit: async (access, input) => {
    const errors = new PhaseErrors();
    for (const assert of [assertSearchModule, assertCustomFieldTypes, assertLanguagesUnused])
      await errors.wait(() => assert(access, input));
    errors.throwIfAny();
    return {};
  },
});
