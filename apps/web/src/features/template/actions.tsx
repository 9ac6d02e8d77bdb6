import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CopyIcon, DeleteIcon, EditIcon, MoreIcon, PlusIcon } from '../../ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectButton } from '../../ui/select-button.tsx'
import { KeyCap, Tag } from '../../ui/tag.tsx'
import { Sample } from './sample.tsx'
import { pickable } from './sample-data.ts'

const told = () => notify('success', message('template.pressed'))

export function Actions() {
  return (
    <>
      <Sample of="button">
        <Button look="filled" icon={PlusIcon} onClick={told}>
          {message('template.create')}
        </Button>
        <Button onClick={told}>{message('template.second')}</Button>
        <Button look="plain" onClick={told}>
          {message('template.quiet')}
        </Button>
        <Button look="danger" onClick={told}>
          {message('template.delete')}
        </Button>
        <Button disabled>{message('template.disabled')}</Button>
        <Button isBusy>{message('template.busy')}</Button>
      </Sample>
      <Sample of="icon-button">
        <IconButton icon={EditIcon} label={message('template.edit')} shortcut="E" onClick={told} />
        <IconButton icon={CopyIcon} label={message('shared.copy')} isOutlined onClick={told} />
        <IconButton icon={MoreIcon} label={message('template.more')} hasDot onClick={told} />
      </Sample>
      <Sample of="tag">
        <Tag>{message('template.quiet')}</Tag>
        <Tag look="accent">{message('template.new')}</Tag>
        <Tag look="outlined">{message('template.outlined')}</Tag>
        <Tag look="ok">{message('template.well')}</Tag>
        <Tag look="warn">{message('template.attention')}</Tag>
        <Tag look="error">{message('template.failed')}</Tag>
        <KeyCap>K</KeyCap>
      </Sample>
      <Choices />
      <Floating />
    </>
  )
}

function Choices() {
  const [value, setValue] = useState('npm')
  return (
    <>
      <Sample of="chip">
        <ChipRow label={message('template.types')}>
          {pickable.map((option, index) => (
            <Chip
              key={option.value}
              isSelected={option.value === value}
              amount={index * 7}
              onSelect={() => setValue(option.value)}
            >
              {option.label}
            </Chip>
          ))}
        </ChipRow>
      </Sample>
      <Sample of="segmented">
        <Segmented label={message('template.types')} options={pickable} value={value} onChange={setValue} />
      </Sample>
      <Sample of="select-button">
        <SelectButton
          label={message('template.types')}
          options={pickable}
          value={value}
          onChange={setValue}
        />
      </Sample>
    </>
  )
}

function Floating() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Sample of="menu">
        <Menu target={<Button>{message('template.openMenu')}</Button>}>
          <MenuItem icon={EditIcon} onClick={told}>
            {message('template.edit')}
          </MenuItem>
          <MenuDivider />
          <MenuItem icon={DeleteIcon} onClick={told}>
            {message('template.delete')}
          </MenuItem>
        </Menu>
      </Sample>
      <Sample of="popover">
        <Popover
          label={message('template.popover')}
          isOpen={isOpen}
          onChange={setOpen}
          target={<Button onClick={() => setOpen(!isOpen)}>{message('template.openPopover')}</Button>}
        >
          <p>{message('template.popoverText')}</p>
          <Button size={28} onClick={() => setOpen(false)}>
            {message('shared.close')}
          </Button>
        </Popover>
      </Sample>
    </>
  )
}
