import {
  Code,
  CodeXml,
  Download,
  Eye,
  FileCode2,
  FolderArchive,
  Globe,
  History,
  LayoutTemplate,
  Lock,
  LogOut,
  NotebookText,
  PencilLine,
  ShieldCheck,
  Trash2,
  UserRound,
} from 'lucide-react';

/** What stands before the items of menus; fetched with the first menu that opens. */
export const menuIcons = {
  admin: ShieldCheck,
  archive: FolderArchive,
  delete: Trash2,
  details: NotebookText,
  download: Download,
  embed: Code,
  embedCode: CodeXml,
  file: FileCode2,
  history: History,
  logout: LogOut,
  preview: Eye,
  private: Lock,
  profile: UserRound,
  public: Globe,
  rename: PencilLine,
  templates: LayoutTemplate,
};
export type MenuIcon = keyof typeof menuIcons;
