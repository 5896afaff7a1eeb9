import { Code, CodeXml, FileCode2, FolderArchive, Globe, Lock, LogOut } from 'lucide-react';

/** What stands before the items of menus; fetched with the first menu that opens. */
export const menuIcons = {
  archive: FolderArchive,
  embed: Code,
  embedCode: CodeXml,
  file: FileCode2,
  logout: LogOut,
  private: Lock,
  public: Globe,
};
export type MenuIcon = keyof typeof menuIcons;
