import './config/zod-under-csp.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startPageServices } from './app/page-services.ts';
import { readStudioConfig } from './config/studio-config.ts';
import { startPageTheme } from './features/settings/model/settings.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
startPageTheme();
createRoot(root).render(<App services={startPageServices(readStudioConfig(document))} />);
