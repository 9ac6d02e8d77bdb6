import { message } from '../../lib/messages.ts'
import { type EditedSection, editedSections, sectionLabels } from '../../shared/access/sections.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { sectionIcons } from './section-icons.ts'

/** Which kind of resource the permission is to be about, too. */
export const AddMenu = ({ onChoose }: { onChoose: (section: EditedSection) => void }) => (
  <Menu
    target={
      <Button size={28} icon={PlusIcon}>
        {message('permissions.add')}
      </Button>
    }
  >
    {editedSections.map((section) => (
      <MenuItem key={section} icon={sectionIcons[section]} onClick={() => onChoose(section)}>
        {message(sectionLabels[section])}
      </MenuItem>
    ))}
  </Menu>
)
