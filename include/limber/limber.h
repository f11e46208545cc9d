#pragma once
// Everything Limber offers, with one include. examples/ shows how to use it.

// Numbers with a type, vectors, shapes.
#include "limber/base/expected.h"
#include "limber/base/ids.h"
#include "limber/base/version.h"
#include "limber/math/transform.h"
#include "limber/math/types.h"
#include "limber/shapes/shape.h"
#include "limber/svd/options.h"

// A figure, its posture, where everything is.
#include "limber/figure/description.h"
#include "limber/figure/edit.h"
#include "limber/figure/figure.h"
#include "limber/figure/joint.h"
#include "limber/figure/motion.h"
#include "limber/figure/posture.h"
#include "limber/kinematics/kinematics.h"
#include "limber/kinematics/mass_distribution.h"

// What surrounds it, and what it should do.
#include "limber/statics/loads.h"
#include "limber/statics/report.h"
#include "limber/tasks/criterion.h"
#include "limber/tasks/task.h"
#include "limber/tasks/task_list.h"
#include "limber/world/l_system.h"
#include "limber/world/world.h"

// How that is solved.
#include "limber/avoidance/options.h"
#include "limber/batch/solve_many.h"
#include "limber/motion/options.h"
#include "limber/motion/path.h"
#include "limber/motion/posture_measure.h"
#include "limber/motion/track.h"
#include "limber/solver/options.h"
#include "limber/solver/report.h"
#include "limber/solver/solver.h"

// All of it as one value: read, written, drawn, searched, recorded.
#include "limber/files/files.h"
#include "limber/picture/picture.h"
#include "limber/planning/find_path.h"
#include "limber/reach/accessible_space.h"
#include "limber/scene/scene.h"
#include "limber/session/recording.h"
#include "limber/session/session.h"
