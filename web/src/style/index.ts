// Every style sheet, in the order of the cascade; esbuild bundles them into studio.css.
import './tokens.css';
import './base.css';
import './widgets.css';
import './fields.css';
import './floats.css';
import './layout.css';
import './viewport.css';
import './labels.css';
import './skeleton.css';
import './dialogs.css';
import './tasks.css';
import './world.css';
import './forces.css';
import './solver.css';
import './time.css';
import './status.css';
